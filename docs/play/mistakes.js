// SPDX-License-Identifier: BSL-1.0
// Calls with the tensors of the state, and what a compiler says to each: nothing, or a sentence that depends on the
// sizes only. check.py compiles every one of them in states of many sizes and compares the sentences.

const mistakes = {
  'matmul(Q, transpose(K))': () => '',
  'matmul(Q, K)': s => product(s.d_k === s.key, '; did you mean transpose(B)?'),
  'matmul(transpose(K), Q)': s => product(s.key === s.token, '; did you mean matmul(B, A)?'),
  'matmul(weights, Q)': s => product(s.key === s.token, ": A's last, B's second-to-last"),
  'matmul(Q, transpose(V))': s => product(s.d_k === s.d_v, ": A's last, B's second-to-last"),
  'Q + K': () => 'attn: A + B: both must have the same axes (sizes, and names where both have one)',
  'Q * K': () => 'attn: A * B: say which product: multiply(A, B) or matmul(A, B)',
  'softmax<"feature">(scores)': () => 'attn::softmax<axis>(x): x has no such axis',
  'scaled_dot_product_attention(Q, V, K)': s => 'attn::scaled_dot_product_attention(Q, K, V): ' + (s.d_k === s.d_v ?
    'the widths of Q and K have different names' : 'Q and K must have the same width (d_k)'),
  'scaled_dot_product_attention(K, Q, V)': s => 'attn::scaled_dot_product_attention(Q, K, V): ' + (s.key === s.token ?
    'the sequences of K and V have different names' : 'one value per key: K and V differ in length'),
  'attention_weights(Q, K, causal<>)': s => s.key === s.token ? '' : 'attn::attention_weights(Q, K, options…): ' +
    'the mask requires as many queries as keys, or an alignment, top_left or bottom_right',
};
const product = (equal, hint) => 'attn::matmul(A, B): ' + (equal ?
  'the contracted axes differ in name' + hint : "A's last axis and B's second-to-last axis differ in size");
const sentenceOf = (expression, sizes) => mistakes[expression](sizes);

function mistakeProgram(s, expression) {
  const {token, key, d_k, d_v} = s.sizes;
  return `#include <attn.hpp>\nusing namespace attn;\n\nusing token = axis<"token", ${token}>;\nusing key = axis<"key", ${key}>;\n` +
    `using d_k = axis<"d_k", ${d_k}>;\nusing d_v = axis<"d_v", ${d_v}>;\nconstexpr tensor<double, token, d_k> Q{};\n` +
    'constexpr tensor<double, key, d_k> K{};\nconstexpr tensor<double, key, d_v> V{};\n' +
    'constexpr auto scores = matmul(Q, transpose(K));\nconstexpr auto weights = softmax<"key">(scores);\n' +
    `constexpr auto x = ${expression};\n\nint main() {}\n`;
}
function mistakeControls() {
  byId('call').append(...Object.keys(mistakes).map(each => element('option', {}, each)));
  byId('call').value = 'matmul(Q, K)';
  byId('call').addEventListener('change', renderMistake);
}
function renderMistake() {
  const expression = byId('call').value, sentence = sentenceOf(expression, state.sizes), wrong = Boolean(sentence);
  const used = ['Q', 'K', 'V', 'scores', 'weights'].filter(name => new RegExp(`\\b${name}\\b`).test(expression));
  const types = {Q: ['token', 'd_k'], K: ['key', 'd_k'], V: ['key', 'd_v'], scores: ['token', 'key'], weights: ['token', 'key']};
  byId('call-types').textContent = used.map(name => `${name} ${typeOf(...types[name])}`).join('   ');
  byId('call-code').replaceChildren('auto x = ', element(wrong ? 'u' : 'span', {}, expression), `;  // ${wrong ? 'wrong ❌' : 'compiles ✅'}`);
  byId('call-sentence').textContent = wrong ? `error: ${sentence}` : '';
  byId('mistake-code').textContent = mistakeProgram(state, expression);
}
