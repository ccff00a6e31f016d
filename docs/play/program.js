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
const braces = (rows, indent, write = literal, heads = 1) => heads > 1 ?
  '{' + times(heads, h => braces(rows.slice(h * rows.length / heads, (h + 1) * rows.length / heads), indent + 1, write))
    .join(',\n' + ' '.repeat(indent)) + '}' :
  '{' + rows.map(row => '{' + row.map(write).join(', ') + '}').join(',\n' + ' '.repeat(indent)) + '}';
const declare = (type, name, rows) =>
  `constexpr ${type} ${name}${braces(rows, `constexpr ${type} ${name}{`.length)};\n`;
const claim = (expression, type, rows, write, heads) =>
  `static_assert(bitwise_equal(${expression},\n    ${type}${braces(rows, type.length + 5, write, heads)}));\n`;

function maskOption(s) {
  const aligned = s.sizes.token === s.sizes.key ? '' : s.alignment;
  if (s.mask === 'causal') return `causal<${aligned}>`;
  if (s.mask === 'window') return `sliding_window<${s.left}, ${s.right}${aligned ? ', ' + aligned : ''}>`;
  return s.mask === 'cells' ? 'mask' : '';
}
function program(s, r) {
  const scale = s.scale === 'default' ? `default_scale<double>(${s.sizes.d_k / s.heads})` : decimal(baseScale(s));
  const scaling = s.temperature === 1 ? scale : `${scale} / ${decimal(s.temperature)}`;
  const scaleOption = s.temperature !== 1 || s.scale === 'value' ? `scaled_by(${scaling})` :
                      s.scale === 'none' ? 'unscaled' : '';
  const keyless = s.mask !== 'none' && r.weights.some((row, i) => row.every((_, j) => !allows(s, i % s.sizes.token, j)));
  const options = [scaleOption, maskOption(s), keyless ? 'fully_masked<zero_rows>' : '']
    .filter(Boolean).map(each => ', ' + each).join('');
  const several = s.heads > 1, [q, k, v] = several ? ['q', 'k', 'v'] : ['Q', 'K', 'V'];
  const attended = `scaled_dot_product_attention(${q}, ${k}, ${v}${options})`;
  const scores = several ? 'tensor<double, head, token, key>' : 'tensor<double, token, key>', out = 'tensor<double, token, d_v>';
  return '#include <attn.hpp>\nusing namespace attn;\n\n' +
    Object.entries(s.sizes).map(([name, n]) => `using ${name} = axis<"${name}", ${n}>;\n`).join('') +
    (several ? `using head = axis<"head", ${s.heads}>;\nusing width = axis<"width", ${s.sizes.d_k / s.heads}>;\n` +
               `using content = axis<"content", ${s.sizes.d_v / s.heads}>;\n` : '') + '\n' +
    declare('tensor<double, token, d_k>', 'Q', s.Q) + declare('tensor<double, key, d_k>', 'K', s.K) +
    declare('tensor<double, key, d_v>', 'V', s.V) +
    (s.mask === 'cells' ? declare('keep_mask<token, key>', 'mask', s.cells.map(row => row.map(Number))) : '') +
    (several ? '\nconstexpr auto q = split_heads<head, width>(Q);\nconstexpr auto k = split_heads<head, width>(K);\n' +
               'constexpr auto v = split_heads<head, content>(V);\n' : '') +
    `\nconstexpr auto scores = matmul(${q}, transpose(${k}));\n` +
    `constexpr auto scaled = scores * (${scaling});\n` +
    `constexpr auto weights = attention_weights(${q}, ${k}${options});\n` +
    `constexpr auto out = ${several ? `merge_heads<"d_v">(${attended})` : attended};\n\n` +
    claim('scores', scores, r.scores, literal, s.heads) + claim('scaled', scores, r.scaled, literal, s.heads) +
    claim('weights', scores, r.weights, literal, s.heads) + claim('out', out, r.out) + '\nint main() {}\n';
}
const quoted = word => `"${word.replace(/[\\"]/g, '\\$&')}"`;
function sentenceProgram(words, others, causal, positions, r) {
  const option = causal ? ', causal<>' : '', n = words.length;
  const weights = `tensor<float, token, axis<"key_token", ${n}>>`, out = 'tensor<float, token, d_v>';
  return `#include <attn/random.hpp>
#include <attn/text.hpp>
using namespace attn;

constexpr vocabulary_of words{
    ids_from<1>, {${[...vocabulary, ...others].map(quoted).join(', ').replace(/(.{60,80}?,) /g, '$1\n                  ')}}};
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
  const auto first_ids_are_1 = concat<"word">(rows, tensor<float, axis<"word", 1>, width>{});
${others.length ? `  const auto others = splitmix_fill<splitmix::s24, tensor<float, axis<"word", ${others.length}>, width>>(12);
  return network{concat<"word">(first_ids_are_1, others), W_q, W_k, W_v};` :
  '  return network{first_ids_are_1, W_q, W_k, W_v};'}
}();

constexpr auto x = embedding(tokenize<token>(words, ${quoted(words.join(' '))}), weights_of_12.table)${positions ?
  ' +\n                   sinusoidal_positions<token, width, float, interleaved>()' : ''};
constexpr auto Q = matmul(x, weights_of_12.W_q);
constexpr auto K = as_keys(matmul(x, weights_of_12.W_k));
constexpr auto out =
    self_attention(x, weights_of_12.W_q, weights_of_12.W_k, weights_of_12.W_v${option});

` + claim('matmul(Q, transpose(K)) * default_scale<float>(3)', weights, r.scores, floatLiteral) +
    claim(`attention_weights(Q, K${option})`, weights, r.weights, floatLiteral) +
    claim('out', out, r.out, floatLiteral) + '\nint main() {}\n';
}
