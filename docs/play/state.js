// SPDX-License-Identifier: BSL-1.0
// The state of the page, and the calls of the library (play.cpp).
'use strict';

const LARGEST = 8, CELLS = 64, LONGEST = 12, BOUND = 1e6;  // within BOUND nothing overflows
const byId = id => document.getElementById(id);
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const times = (n, f) => Array.from({length: n}, (_, i) => f(i));

let library;

// How many heads can divide these widths.
const headsOf = sizes => [1, 2, 3, 4].filter(n => sizes.d_k % n === 0 && sizes.d_v % n === 0);

// Of each head; scores and weights are stacked, (head, token, key), and outputs of heads are side
// by side.
function attend(s) {
  const {d_k, d_v} = s.sizes, part = (rows, h, n) => rows.map(row => row.slice(h * n, (h + 1) * n));
  const each = times(s.heads, h => attendAlone({...s, sizes: {...s.sizes, d_k: d_k / s.heads, d_v: d_v / s.heads},
    Q: part(s.Q, h, d_k / s.heads), K: part(s.K, h, d_k / s.heads), V: part(s.V, h, d_v / s.heads)}));
  const stacked = name => each.flatMap(one => one[name]);
  return {scores: stacked('scores'), scaled: stacked('scaled'), weights: stacked('weights'),
          out: times(s.sizes.token, i => each.flatMap(one => one.out[i]))};
}
function attendAlone(s) {
  const {token, key, d_k, d_v} = s.sizes, memory = library.memory.buffer, at = library.matrices();
  const view = (Type, offset, n) => new Type(memory, at + offset, n);
  const [q, k, v] = [0, 1, 2].map(i => view(Float64Array, i * CELLS * 8, CELLS));
  q.set(s.Q.flat()); k.set(s.K.flat()); v.set(s.V.flat());
  const keep = view(Uint8Array, 3 * CELLS * 8, CELLS);
  keep.set(times(token, i => times(key, j => allows(s, i, j) ? 1 : 0)).flat());
  if (!library.attend(token, key, d_k, d_v, factor({...s, heads: 1}))) throw Error('sizes out of bounds');
  const result = (i, rows, columns) =>
    matrixOf(view(Float64Array, 3 * CELLS * 8 + CELLS + i * CELLS * 8, rows * columns), rows, columns);
  return {scores: result(0, token, key), scaled: result(1, token, key),
          weights: result(2, token, key), out: result(3, token, d_v)};
}
const matrixOf = (flat, rows, columns) =>
  times(rows, i => Array.from(flat.slice(i * columns, (i + 1) * columns)));

function readSentence(ids, causal, positions) {
  const at = library.sentence(), n = ids.length, memory = library.memory.buffer;
  new Uint32Array(memory, at, LONGEST).set(ids);
  new Uint32Array(memory, at + 4 * LONGEST, 2).set([causal ? 1 : 0, positions ? 1 : 0]);
  if (!library.read(n)) throw Error('ids out of bounds');
  const result = (offset, columns) =>
    matrixOf(new Float32Array(memory, at + 4 * (LONGEST + 2 + offset), n * columns), n, columns);
  return {scores: result(0, n), weights: result(144, n), out: result(288, 3)};
}

const state3x3 = {Q: [[1, 0, 2], [2, 2, 2], [2, 1, 3]], K: [[0, 1, 1], [4, 4, 0], [2, 3, 1]],
                  V: [[1, 2, 3], [2, 8, 0], [2, 6, 3]]};
const presets = {
  '3 x 3, scaled (article 0)': state3x3,
  '3 x 3, not scaled': {...state3x3, scale: 'none'},
  'Article 2': {Q: [[1, 2], [3, 4], [5, 6]], K: [[0.5, 1], [1.5, 2], [2.5, 3]],
                V: [[10, 20], [30, 40], [50, 60]]},
  'Four sizes that differ': {
    Q: [[1, -0.5, 0.25, 2], [0, 1.5, -1, 0.5], [2, 0.75, 1, -1]],
    K: [[0.5, 1, 0, 1], [2, -1, 0.5, 0], [0, 0.5, 1.5, -1], [1, 1, 1, 1], [-1, 0, 2, 0.5]],
    V: [[1, 0], [0, 1], [2, -1], [0.5, 0.5], [-1, 3]]},
  'Lookup: a key for each query': {
    Q: [[8, 0, 0], [0, 8, 0], [0, 0, 8], [8, 8, 0]], K: [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, -1, -1]],
    V: [[10, 0], [20, 0], [30, 0], [0, 99]]},
  'Two heads': {
    Q: [[1, 0, 0, 2], [0, 2, 1, 0], [2, 1, 0, 1]], K: [[2, 0, 0, 1], [0, 2, 1, 1], [1, 1, 2, 0]],
    V: [[1, 0, 0, 5], [0, 1, 5, 0], [1, 1, 5, 5]], heads: 2},
  'Causal, 5 tokens': {
    Q: [[1, 0], [0, 1], [1, 1], [2, -1], [0.5, 0.5]], K: [[1, 0], [0, 2], [1, -1], [0.5, 1], [2, 2]],
    V: [[1, 0], [2, 0], [3, 1], [4, 1], [5, 2]], mask: 'causal'},
  'Window of 3, 8 tokens': {
    Q: times(8, i => [(i * 3) % 5 - 2, (i * 5) % 7 / 2]), K: times(8, j => [(j * 2) % 5 - 1, (j * 3) % 4 / 2]),
    V: times(8, j => [j, 8 - j, j % 2]), mask: 'window', left: 1, right: 1},
};
const defaults = {scale: 'default', scaleValue: 1, temperature: 1, mask: 'none', alignment: 'top_left',
                  left: 1, right: 1, heads: 1, head: 0};
// Sizes follow from the matrices; cells that nobody gave are allowed.
function stateOf(given) {
  const s = structuredClone({...defaults, ...given});
  s.sizes = {token: s.Q.length, key: s.K.length, d_k: s.Q[0].length, d_v: s.V[0].length};
  s.cells ??= times(s.Q.length, () => times(s.K.length, () => true));
  return s;
}
const first = '3 x 3, scaled (article 0)';
let state = stateOf(presets[first]);

function allows(s, i, j) {
  const at = i + (s.alignment === 'bottom_right' ? s.sizes.key - s.sizes.token : 0);
  switch (s.mask) {
    case 'causal': return j <= at;
    case 'window': return at - s.left <= j && j <= at + s.right;
    case 'cells': return s.cells[i][j];
    default: return true;
  }
}
const baseScale = s => s.scale === 'default' ? library.default_scale(s.sizes.d_k / s.heads) :
                       s.scale === 'none' ? 1 : s.scaleValue;
const factor = s => baseScale(s) / s.temperature;
function resize(name, n) {
  const grow = (rows, m) => times(m, i => rows[i] ?? times(rows[0].length, j => (i + j) % 3));
  const widen = (rows, m) => rows.map((row, i) => times(m, j => row[j] ?? (i + j) % 3));
  if (name === 'token') state.Q = grow(state.Q, n);
  if (name === 'key') { state.K = grow(state.K, n); state.V = grow(state.V, n); }
  if (name === 'd_k') { state.Q = widen(state.Q, n); state.K = widen(state.K, n); }
  if (name === 'd_v') state.V = widen(state.V, n);
  state.sizes[name] = n;
  if (!headsOf(state.sizes).includes(state.heads)) Object.assign(state, {heads: 1, head: 0});
  state.cells = times(state.sizes.token, i => times(state.sizes.key, j => state.cells[i]?.[j] ?? true));
}
