// SPDX-License-Identifier: BSL-1.0
// Runs ONNX files with onnxruntime-node, for compare.py: reads the requests (JSON) from the standard input, and
// prints the outputs. The package is found from the working directory.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(process.cwd() + "/");
const ort = require("onnxruntime-node");

const types = {
  1: ["float32", (data) => Float32Array.from(data)],
  7: ["int64", (data) => BigInt64Array.from(data, BigInt)],
  9: ["bool", (data) => Uint8Array.from(data)],
  11: ["float64", (data) => Float64Array.from(data)],
};

async function answer({ path, optimized, inputs }) {
  const feeds = {};
  for (const [name, { kind, shape, data }] of Object.entries(inputs)) {
    const [type, convert] = types[kind];
    feeds[name] = new ort.Tensor(type, convert(data), shape);
  }
  let found;
  try {
    const graphOptimizationLevel = optimized ? "all" : "disabled";
    const session = await ort.InferenceSession.create(path, { graphOptimizationLevel });
    found = await session.run(feeds);
  } catch (error) {
    return { error: error.message };
  }
  const outputs = {};
  for (const [name, { dims, data }] of Object.entries(found))
    outputs[name] = { shape: dims, data: Array.from(data, Number) };
  return { outputs };
}

const answers = [];
for (const request of JSON.parse(readFileSync(0, "utf8"))) answers.push(await answer(request));
console.log(JSON.stringify({ version: require("onnxruntime-node/package.json").version, answers }));
