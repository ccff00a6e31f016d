// SPDX-License-Identifier: BSL-1.0
// The C++ of a state.

// The shortest literal that has exactly these bits.
function literal(x) {
  if (Object.is(x, -0)) return '-0.0';
  const text = String(x);
  return /^-?\d{9,}$/.test(text) ? text + '.0' : text;
}
const decimal = x => /[.e]/.test(literal(x)) ? literal(x) : literal(x) + '.0';
function floatLiteral(x) {
  if (Object.is(x, -0)) return '-0.0f';  // whose text has no sign
  for (let digits = 1; digits <= 9; ++digits) {
    const text = String(Number(x.toPrecision(digits)));
    if (Object.is(Math.fround(Number(text)), x))
      return /[.e]/.test(text) ? text + 'f' : text;
  }
}
const braces = (rows, indent, write = literal) =>
  '{' + rows.map(row => '{' + row.map(write).join(', ') + '}').join(',\n' + ' '.repeat(indent)) + '}';
const declare = (type, name, rows) =>
  `constexpr ${type} ${name}${braces(rows, `constexpr ${type} ${name}{`.length)};\n`;
const claim = (expression, type, rows, write) =>
  `static_assert(bitwise_equal(${expression},\n    ${type}${braces(rows, type.length + 5, write)}));\n`;

function maskOption(s) {
  const aligned = s.sizes.token === s.sizes.key ? '' : s.alignment;
  if (s.mask === 'causal') return `causal<${aligned}>`;
  if (s.mask === 'window') return `sliding_window<${s.left}, ${s.right}${aligned ? ', ' + aligned : ''}>`;
  return s.mask === 'cells' ? 'mask' : '';
}
function program(s, r) {
  const scale = s.scale === 'default' ? `default_scale<double>(${s.sizes.d_k})` : decimal(baseScale(s));
  const scaling = s.temperature === 1 ? scale : `${scale} / ${decimal(s.temperature)}`;
  const scaleOption = s.temperature !== 1 || s.scale === 'value' ? `scaled_by(${scaling})` :
                      s.scale === 'none' ? 'unscaled' : '';
  const keyless = s.mask !== 'none' && r.weights.some((row, i) => row.every((_, j) => !allows(s, i, j)));
  const options = [scaleOption, maskOption(s), keyless ? 'fully_masked<zero_rows>' : '']
    .filter(Boolean).map(each => ', ' + each).join('');
  const scores = 'tensor<double, token, key>', out = 'tensor<double, token, d_v>';
  return '#include <attn.hpp>\nusing namespace attn;\n\n' +
    Object.entries(s.sizes).map(([name, n]) => `using ${name} = axis<"${name}", ${n}>;\n`).join('') + '\n' +
    declare('tensor<double, token, d_k>', 'Q', s.Q) + declare('tensor<double, key, d_k>', 'K', s.K) +
    declare('tensor<double, key, d_v>', 'V', s.V) +
    (s.mask === 'cells' ? declare('keep_mask<token, key>', 'mask', s.cells.map(row => row.map(Number))) : '') +
    `\nconstexpr auto scores = matmul(Q, transpose(K));\n` +
    `constexpr auto scaled = scores * (${scaling});\n` +
    `constexpr auto weights = attention_weights(Q, K${options});\n` +
    `constexpr auto out = scaled_dot_product_attention(Q, K, V${options});\n\n` +
    claim('scores', scores, r.scores) + claim('scaled', scores, r.scaled) +
    claim('weights', scores, r.weights) + claim('out', out, r.out) + '\nint main() {}\n';
}
function sentenceProgram(words, causal, r) {
  const option = causal ? ', causal<>' : '', n = words.length;
  const weights = `tensor<float, token, axis<"key_token", ${n}>>`, out = 'tensor<float, token, d_v>';
  return `#include <attn.hpp>
using namespace attn;

constexpr vocabulary_of words{
    ids_from<1>, {${vocabulary.map(word => `"${word}"`).join(', ').replace(/(.{60,80}?,) /g, '$1\n                  ')}}};
using word = axis<"word", words.id_bound()>;
using width = axis<"width", 4>;
using d_k = axis<"d_k", 3>;
using d_v = axis<"d_v", 3>;
using token = axis<"token", ${n}>;

// The numbers of torch.manual_seed(12) and torch.randn, in the article's order.
struct network {
  tensor<float, word, width> table;
  tensor<float, width, d_k> W_q, W_k;
  tensor<float, width, d_v> W_v;
};
constexpr network weights_of_12 = [] {
  torch_generator g(12);
  const auto rows = torch_randn<tensor<float, axis<"word", 23>, width>>(g);
  const auto W_q = torch_randn<tensor<float, width, d_k>>(g);
  const auto W_k = torch_randn<tensor<float, width, d_k>>(g);
  const auto W_v = torch_randn<tensor<float, width, d_v>>(g);
  return network{concat<"word">(rows, tensor<float, axis<"word", 1>, width>{}), W_q, W_k, W_v};
}();

constexpr auto x = embedding(tokenize<token>(words, "${words.join(' ')}"), weights_of_12.table);
constexpr auto Q = matmul(x, weights_of_12.W_q);
constexpr auto K = as_keys(matmul(x, weights_of_12.W_k));
constexpr auto out =
    self_attention(x, weights_of_12.W_q, weights_of_12.W_k, weights_of_12.W_v${option});

` + claim('matmul(Q, transpose(K)) * default_scale<float>(3)', weights, r.scores, floatLiteral) +
    claim(`attention_weights(Q, K${option})`, weights, r.weights, floatLiteral) +
    claim('out', out, r.out, floatLiteral) + '\nint main() {}\n';
}
