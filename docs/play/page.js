// The page: the state, the calls of the library (play.cpp), and what is shown of both. No number is
// computed here that the page shows as a result, except colours.
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

// --- the library ---------------------------------------------------------------------------------

let library;

function attend(s) {
  const {token, key, d_k, d_v} = s.sizes, memory = library.memory.buffer, at = library.matrices();
  const view = (Type, offset, n) => new Type(memory, at + offset, n);
  const [q, k, v] = [0, 1, 2].map(i => view(Float64Array, i * CELLS * 8, CELLS));
  q.set(s.Q.flat()); k.set(s.K.flat()); v.set(s.V.flat());
  const keep = view(Uint8Array, 3 * CELLS * 8, CELLS);
  keep.set(times(token, i => times(key, j => allows(s, i, j) ? 1 : 0)).flat());
  if (!library.attend(token, key, d_k, d_v, factor(s))) throw Error('sizes out of bounds');
  const result = (i, rows, columns) =>
    matrixOf(view(Float64Array, 3 * CELLS * 8 + CELLS + i * CELLS * 8, rows * columns), rows, columns);
  return {scores: result(0, token, key), scaled: result(1, token, key),
          weights: result(2, token, key), out: result(3, token, d_v)};
}
const matrixOf = (flat, rows, columns) =>
  times(rows, i => Array.from(flat.slice(i * columns, (i + 1) * columns)));

function readSentence(ids, causal) {
  const at = library.sentence(), n = ids.length, memory = library.memory.buffer;
  new Uint32Array(memory, at, LONGEST).set(ids);
  new Uint32Array(memory, at + 4 * LONGEST, 1)[0] = causal ? 1 : 0;
  if (!library.read(n)) throw Error('ids out of bounds');
  const result = (offset, columns) =>
    matrixOf(new Float32Array(memory, at + 4 * (LONGEST + 1 + offset), n * columns), n, columns);
  return {scores: result(0, n), weights: result(144, n), out: result(288, 3)};
}

// --- the state -----------------------------------------------------------------------------------

const state3x3 = {Q: [[1, 0, 2], [2, 2, 2], [2, 1, 3]], K: [[0, 1, 1], [4, 4, 0], [2, 3, 1]],
                  V: [[1, 2, 3], [2, 8, 0], [2, 6, 3]]};
const presets = {
  'Article 0, scaled': state3x3,
  'Article 0, unscaled': {...state3x3, scale: 'none'},
  'Article 2': {Q: [[1, 2], [3, 4], [5, 6]], K: [[0.5, 1], [1.5, 2], [2.5, 3]],
                V: [[10, 20], [30, 40], [50, 60]]},
  'Four sizes that differ': {
    Q: [[1, -0.5, 0.25, 2], [0, 1.5, -1, 0.5], [2, 0.75, 1, -1]],
    K: [[0.5, 1, 0, 1], [2, -1, 0.5, 0], [0, 0.5, 1.5, -1], [1, 1, 1, 1], [-1, 0, 2, 0.5]],
    V: [[1, 0], [0, 1], [2, -1], [0.5, 0.5], [-1, 3]]},
  'Lookup: a key for each query': {
    Q: [[8, 0, 0], [0, 8, 0], [0, 0, 8], [8, 8, 0]], K: [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, -1, -1]],
    V: [[10, 0], [20, 0], [30, 0], [0, 99]]},
  'Causal, 5 tokens': {
    Q: [[1, 0], [0, 1], [1, 1], [2, -1], [0.5, 0.5]], K: [[1, 0], [0, 2], [1, -1], [0.5, 1], [2, 2]],
    V: [[1, 0], [2, 0], [3, 1], [4, 1], [5, 2]], mask: 'causal'},
  'Window of 3, 8 tokens': {
    Q: times(8, i => [(i * 3) % 5 - 2, (i * 5) % 7 / 2]), K: times(8, j => [(j * 2) % 5 - 1, (j * 3) % 4 / 2]),
    V: times(8, j => [j, 8 - j, j % 2]), mask: 'window', left: 1, right: 1},
};
const defaults = {scale: 'default', scaleValue: 1, temperature: 1, mask: 'none', alignment: 'top_left',
                  left: 1, right: 1};
// Sizes follow from the matrices; cells that nobody gave are allowed.
function stateOf(given) {
  const s = structuredClone({...defaults, ...given});
  s.sizes = {token: s.Q.length, key: s.K.length, d_k: s.Q[0].length, d_v: s.V[0].length};
  s.cells ??= times(s.Q.length, () => times(s.K.length, () => true));
  return s;
}
const first = 'Article 0, scaled';
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
const baseScale = s => s.scale === 'default' ? library.default_scale(s.sizes.d_k) :
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
  state.cells = times(state.sizes.token, i => times(state.sizes.key, j => state.cells[i]?.[j] ?? true));
}

// --- C++ -----------------------------------------------------------------------------------------

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

// --- heat maps -----------------------------------------------------------------------------------

// Viridis: brightness grows with the value, also for the colour-blind and in print.
const viridis = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129],
                 [92, 200, 99], [170, 220, 50], [253, 231, 37]];
function colour(t) {
  const at = Math.min(Math.max(t, 0), 1) * (viridis.length - 1), i = Math.min(Math.floor(at), viridis.length - 2);
  return viridis[i].map((c, channel) => Math.round(c + (viridis[i + 1][channel] - c) * (at - i)));
}
function luminance(rgb) {
  const [r, g, b] = rgb.map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
// Black or white, whichever has more contrast: at least 4.5 to 1 on every colour.
const inkOn = rgb => luminance(rgb) > 0.179 ? '#000' : '#fff';
function shown(x) {
  if (x === 0) return '0';
  const size = Math.abs(x);
  return size >= 1e5 || size < 5e-4 ? x.toExponential(0).replace('e+', 'e') : x.toFixed(size >= 1000 ? 0 : size >= 100 ? 1 : 3);
}
const bitsOf = (x, bytes) => {
  const view = new DataView(new ArrayBuffer(8));
  bytes === 4 ? view.setFloat32(0, x) : view.setFloat64(0, x);
  return '0x' + times(bytes, i => view.getUint8(i).toString(16).padStart(2, '0')).join('');
};

// A matrix as a table, or the present table with new numbers: a table with the same key keeps its
// elements, and so the focus.
const tables = new Map();
function tableFor(place, name, signature, build) {
  const old = tables.get(name);
  if (old && old.signature === signature) return old;
  const made = build();
  made.signature = signature;
  if (old) old.box.replaceWith(made.box); else byId(place).append(made.box);
  tables.set(name, made);
  return made;
}
function frame({name, title, code, axes, rowNames, columnNames, cell}) {
  const body = element('tbody'), rows = rowNames.map((rowName, i) => {
    const cells = columnNames.map((_, j) => cell(i, j));
    body.append(element('tr', {}, element('th', {scope: 'row'}, rowName), ...cells));
    return cells;
  });
  const caption = element('caption', {}, element('b', {}, title), ' ', element('code', {}, code));
  const head = element('thead', {}, element('tr', {}, element('td', {class: 'corner', hidden: true}),
    element('th', {class: 'axes', scope: 'col'}, `${axes[0]} \\ ${axes[1]}`),
    ...columnNames.map(each => element('th', {scope: 'col'}, each))));
  head.querySelector('.corner').remove();
  const box = element('div', {class: 'matrix', role: 'group', 'aria-label': title, id: 'matrix-' + name},
                      element('table', {}, caption, head, body));
  return {box, cells: rows, caption};
}
const numbers = n => times(n, String);

function heatMap(place, o) {
  const {name, values, axes, masked = () => false, toggle, bytes = 8} = o;
  const rowNames = o.rowNames ?? numbers(values.length), columnNames = o.columnNames ?? numbers(values[0].length);
  const signature = JSON.stringify([rowNames, columnNames, o.code]);
  const table = tableFor(place, name, signature, () => {
    const made = frame({...o, rowNames, columnNames, cell: (i, j) => {
      const inner = toggle ? element('button', {type: 'button', tabindex: i + j ? -1 : 0}) : element('span');
      if (toggle) inner.addEventListener('click', () => toggle(i, j));
      const td = element('td', {}, inner);
      for (const event of ['pointerenter', 'focusin']) td.addEventListener(event, () => exact(name, i, j));
      return td;
    }});
    if (toggle) made.box.addEventListener('keydown', event => moveIn(made.cells, event));
    made.legend = element('div', {class: 'legend', 'aria-hidden': 'true'});
    made.box.append(made.legend);
    return made;
  });
  const finite = values.flat();
  const low = o.range?.[0] ?? Math.min(...finite), high = o.range?.[1] ?? Math.max(...finite);
  table.values = values; table.bytes = bytes; table.masked = masked; table.title = name;
  values.forEach((row, i) => row.forEach((x, j) => {
    const td = table.cells[i][j], inner = td.firstChild, hidden = masked(i, j);
    const rgb = colour(high > low ? (x - low) / (high - low) : 0.5);
    td.classList.toggle('masked', hidden);
    td.style.background = hidden ? '' : `rgb(${rgb})`;
    td.style.color = hidden ? '' : inkOn(rgb);
    inner.textContent = hidden ? o.maskedText : shown(x);
    const label = `${axes[0]} ${rowNames[i]}, ${axes[1]} ${columnNames[j]}: ${hidden ? 'masked' : shown(x)}`;
    if (toggle) {
      inner.setAttribute('aria-label', label);
      inner.setAttribute('aria-pressed', String(hidden));
      inner.title = hidden ? 'Click to allow' : 'Click to mask';
    } else if (hidden) {
      inner.setAttribute('aria-label', 'masked');
      inner.setAttribute('role', 'img');
    } else {
      inner.removeAttribute('aria-label');
      inner.removeAttribute('role');
    }
  }));
  const bar = element('i');
  bar.style.background = `linear-gradient(90deg, ${viridis.map(c => `rgb(${c})`)})`;
  table.legend.replaceChildren(shown(low), bar, shown(high));
}
function exact(name, i, j) {
  const {values, bytes, masked} = tables.get(name), x = values[i]?.[j];
  if (x === undefined) return;
  byId('exact').textContent = `${name}(${i}, ${j}) = ${bytes === 4 ? floatLiteral(x) : literal(x)}, bits ` +
    bitsOf(x, bytes) + (masked(i, j) ? ', masked' : '');
}
function moveIn(cells, event) {
  const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
  if (!step) return;
  cells.forEach((row, i) => row.forEach((td, j) => {
    const to = td.firstChild === event.target && cells[i + step[0]]?.[j + step[1]]?.firstChild;
    if (!to || event.defaultPrevented) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }));
}

// --- inputs --------------------------------------------------------------------------------------

function inputTable(name, title, code, axes) {
  const rows = state[name];
  const table = tableFor('inputs', name, JSON.stringify([rows.length, rows[0].length, code]), () => {
    const made = frame({name, title, code, axes, rowNames: numbers(rows.length),
      columnNames: numbers(rows[0].length), cell: (i, j) => {
        const input = element('input', {type: 'number', step: 'any', min: -BOUND, max: BOUND,
          'aria-label': `${name}, ${axes[0]} ${i}, ${axes[1]} ${j}`});
        const set = value => {
          state[name][i][j] = value;
          render();
        };
        input.addEventListener('input', () => input.value !== '' && input.checkValidity() && set(Number(input.value)));
        input.addEventListener('blur', () => { input.value = literal(state[name][i][j]); });
        input.addEventListener('keydown', event => stepped(event, input, state[name][i][j], set) ||
          event.key === 'Enter' && (made.cells[i + 1] ?? made.cells[0])[j].firstChild.focus());
        draggable(input, () => state[name][i][j], set);
        return element('td', {class: 'input'}, input);
      }});
    return made;
  });
  rows.forEach((row, i) => row.forEach((x, j) => {
    const input = table.cells[i][j].firstChild;
    if (Number(input.value) !== x || input.value === '') input.value = literal(x);
  }));
}
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
const tidy = x => Number(x.toFixed(4)) + 0;  // no 0.30000000000000004, no -0
function stepped(event, input, value, set) {
  const direction = {ArrowUp: 1, ArrowDown: -1, PageUp: 1, PageDown: -1}[event.key];
  if (!direction) return false;
  event.preventDefault();
  const step = event.shiftKey || event.key.startsWith('Page') ? 1 : 0.1;
  const next = clamp(tidy(value + direction * step), -BOUND, BOUND);
  input.value = literal(next);
  set(next);
  return true;
}
// 10 pixels are 0.1. A press without a movement is a click into the field.
function draggable(input, get, set) {
  let from = null;
  input.addEventListener('pointerdown', event => {
    if (event.button === 0 && document.activeElement !== input) from = {x: event.clientX, value: get(), moved: false};
  });
  input.addEventListener('pointermove', event => {
    if (!from) return;
    const way = event.clientX - from.x;
    if (!from.moved && Math.abs(way) < 4) return;
    from.moved = true;
    input.setPointerCapture(event.pointerId);
    const value = clamp(tidy(from.value + Math.round(way / 10) * 0.1), -BOUND, BOUND);
    if (value === get()) return;
    input.value = literal(value);
    set(value);
  });
  const end = () => { if (from?.moved) input.blur(); from = null; };
  input.addEventListener('pointerup', end);
  input.addEventListener('pointercancel', end);
}

function controls() {
  byId('preset').append(element('option', {value: ''}, 'changed'),
                        ...Object.keys(presets).map(name => element('option', {}, name)));
  byId('preset').addEventListener('change', event => {
    if (event.target.value) state = stateOf(presets[event.target.value]);
    render(event.target.value);
  });
  const whenValid = (input, f) => input.addEventListener('input', () => {
    if (input.value !== '' && input.checkValidity()) { f(Number(input.value)); render(); }
  });
  for (const name of ['token', 'key', 'd_k', 'd_v']) whenValid(byId('size-' + name), n => resize(name, n));
  for (const name of ['left', 'right']) whenValid(byId(name), n => { state[name] = n; });
  Object.assign(byId('scale-value'), {min: -BOUND, max: BOUND});
  whenValid(byId('scale-value'), x => { state.scaleValue = x; state.scale = 'value'; });
  whenValid(byId('temperature-value'), x => { state.temperature = x; });
  whenValid(byId('temperature'), x => { state.temperature = Number((10 ** (x / 20)).toPrecision(2)); });
  for (const kind of ['scale', 'mask'])
    for (const radio of document.getElementsByName(kind))
      radio.addEventListener('change', () => { state[kind] = radio.value; render(); });
  byId('alignment').addEventListener('change', event => { state.alignment = event.target.value; render(); });
  byId('controls').addEventListener('submit', event => event.preventDefault());
  for (const button of document.querySelectorAll('.copy')) button.addEventListener('click', () => copy(button));
}
function showControls() {
  const put = (id, value) => {
    if (byId(id) !== document.activeElement || Number(byId(id).value) !== value) byId(id).value = value;
  };
  for (const [name, n] of Object.entries(state.sizes)) put('size-' + name, n);
  for (const name of ['left', 'right']) put(name, state[name]);
  put('scale-value', state.scale === 'value' ? state.scaleValue : Number(baseScale(state).toPrecision(6)));
  put('temperature-value', state.temperature);
  put('temperature', Math.round(20 * Math.log10(state.temperature)));
  byId('temperature').setAttribute('aria-valuetext', String(state.temperature));
  for (const kind of ['scale', 'mask'])
    for (const radio of document.getElementsByName(kind)) radio.checked = radio.value === state[kind];
  byId('window-bounds').hidden = state.mask !== 'window';
  byId('alignment-label').hidden = state.sizes.token === state.sizes.key || !['causal', 'window'].includes(state.mask);
  byId('alignment').value = state.alignment;
}
async function copy(button) {
  const text = byId(button.dataset.copies).textContent, said = button.parentElement.querySelector('.copied');
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = 'Copied.';
  } catch {  // a page from a file may not use the clipboard: select it instead
    getSelection().selectAllChildren(byId(button.dataset.copies));
    said.textContent = document.execCommand('copy') ? 'Copied.' : 'Selected: press Ctrl+C.';
  }
  setTimeout(() => { said.textContent = ''; }, 4000);
}

// --- what is shown -------------------------------------------------------------------------------

let results, speaking;
const typeOf = (first, second, s = state) => `(${first} ${s.sizes[first]}, ${second} ${s.sizes[second]})`;

// `example` is the preset that the state is, if it is one.
function render(example = '') {
  const s = state;
  byId('preset').value = example;
  results = attend(s);
  showControls();
  inputTable('Q', 'Q, queries', typeOf('token', 'd_k'), ['token', 'd_k']);
  inputTable('K', 'K, keys', typeOf('key', 'd_k'), ['key', 'd_k']);
  inputTable('V', 'V, values', typeOf('key', 'd_v'), ['key', 'd_v']);
  const masked = (i, j) => !allows(s, i, j);
  const scores = typeOf('token', 'key'), axes = ['token', 'key'];
  heatMap('steps', {name: 'scores', title: '1. Scores', code: `Q K\u1d40 ${scores}`, axes, values: results.scores});
  heatMap('steps', {name: 'scaled', title: '2. Scaled and masked', code: `scores · ${shown(factor(s))} ${scores}`, axes,
                    values: results.scaled, masked, maskedText: '−∞'});
  heatMap('steps', {name: 'weights', title: '3. Weights', code: `softmax, rows sum to 1 ${scores}`, axes,
                    values: results.weights, masked, maskedText: 'masked', range: [0, 1], toggle: toggleCell});
  heatMap('steps', {name: 'out', title: '4. Output', code: `weights V ${typeOf('token', 'd_v')}`, axes: ['token', 'd_v'],
                    values: results.out});
  byId('code').textContent = program(s, results);
  clearTimeout(speaking);
  speaking = setTimeout(() => { byId('status').textContent = summary(); }, 700);
}
function summary() {
  return results.weights.map((row, i) => {
    const best = row.indexOf(Math.max(...row));
    return row[best] === 0 ? `token ${i} attends to no key` : `token ${i} attends most to key ${best}, ${shown(row[best])}`;
  }).join('; ');
}
// The first click keeps the present mask and changes one cell of it.
function toggleCell(i, j) {
  state.cells = times(state.sizes.token, a => times(state.sizes.key, b => allows(state, a, b)));
  state.cells[i][j] = !state.cells[i][j];
  state.mask = 'cells';
  render();
}

// --- the sentence --------------------------------------------------------------------------------

let vocabulary, chosen = null;
const firstSentence = 'I Like Machine Learning And Deep Learning';

function sentenceControls() {
  const bytes = new Uint8Array(library.memory.buffer);
  vocabulary = times(library.words(), i =>
    new TextDecoder().decode(bytes.slice(library.word(i), library.word(i) + library.word_length(i))));
  const text = byId('text');
  text.value = firstSentence;
  byId('vocabulary').append(...vocabulary.map(word => {
    const chip = element('button', {type: 'button'}, word);
    chip.addEventListener('click', () => { text.value = `${text.value.trim()} ${word}`.trim(); renderSentence(); });
    return chip;
  }));
  text.addEventListener('input', renderSentence);
  byId('sentence-causal').addEventListener('change', renderSentence);
  byId('words').addEventListener('submit', event => event.preventDefault());
}
function renderSentence() {
  const words = byId('text').value.split(/\s+/).filter(Boolean), causal = byId('sentence-causal').checked;
  const unknown = words.filter(word => !vocabulary.includes(word));
  const problem = byId('words-problem');
  problem.textContent = unknown.length ? `Not in the dictionary: ${unknown.join(', ')}. It has the words below; case matters.` :
    words.length === 0 ? 'Type a word, or choose one below.' :
    words.length > LONGEST ? `${words.length} words; at most ${LONGEST} are shown.` : '';
  problem.hidden = !problem.textContent;
  if (unknown.length || words.length === 0 || words.length > LONGEST) return;
  const first = library.first_id();
  const r = readSentence(words.map(word => vocabulary.indexOf(word) + first), causal);
  const masked = (i, j) => causal && j > i, n = words.length;
  const table = (name, title, code, axes, values, more) => heatMap('sentence-tables', {
    name: 'sentence ' + name, title, code, axes, values, bytes: 4, rowNames: words, ...more});
  const square = {columnNames: words, masked};
  table('scores', 'Scaled scores', `(token ${n}, key_token ${n})`, ['token', 'key_token'], r.scores, {...square, maskedText: '−∞'});
  table('weights', 'Weights', `(token ${n}, key_token ${n})`, ['token', 'key_token'], r.weights,
        {...square, maskedText: 'masked', range: [0, 1]});
  table('out', 'Output', `(token ${n}, d_v 3)`, ['token', 'd_v'], r.out);
  if (chosen !== null && chosen >= n) chosen = null;
  arcs(words, r.weights);
  byId('sentence-code').textContent = sentenceProgram(words, causal, r);
  return {words, causal, r};
}
function arcs(words, weights) {
  const step = 34, longest = Math.max(...words.map(word => word.length)) * 9 + 20, gap = 170;
  const width = 2 * longest + gap + 60, y = i => i * step + 42;
  const svg = (name, attributes, text) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const picture = svg('svg', {viewBox: `0 0 ${width} ${words.length * step + 28}`, width, role: 'group',
                              'aria-label': 'Words that attend, on the left, and words attended to, on the right'});
  const heading = {'font-size': '.8rem', opacity: 0.75};
  picture.append(svg('text', {x: longest - 8, y: 16, 'text-anchor': 'end', ...heading}, 'attends'),
                 svg('text', {x: longest + gap + 8, y: 16, ...heading}, 'is attended to'));
  weights.forEach((row, i) => row.forEach((weight, j) => {
    if (weight === 0 || chosen !== null && chosen !== i) return;
    const [a, b] = [longest, longest + gap], middle = (a + b) / 2;
    picture.append(svg('path', {d: `M${a} ${y(i) - 5} C${middle} ${y(i) - 5} ${middle} ${y(j) - 5} ${b} ${y(j) - 5}`,
      'stroke-width': Math.max(weight * 12, 0.4).toFixed(2), 'stroke-opacity': (0.25 + 0.65 * weight).toFixed(2)}));
  }));
  words.forEach((word, i) => {
    const button = svg('g', {class: 'word', role: 'button', tabindex: 0, 'aria-pressed': chosen === i,
      'aria-label': `${word}: ` + weights[i].map((w, j) => `${words[j]} ${Math.round(w * 100)} %`).join(', ')});
    button.append(svg('rect', {x: 1, y: y(i) - 21, width: longest - 4, height: step - 4}),
                  svg('text', {x: longest - 8, y: y(i), 'text-anchor': 'end'}, word));
    const choose = () => {
      chosen = chosen === i ? null : i;
      arcs(words, weights);
      byId('arcs').querySelectorAll('.word')[i].focus();
    };
    button.addEventListener('click', choose);
    button.addEventListener('keydown', event => {
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); choose(); }
    });
    const share = chosen === null ? '' : `  ${(weights[chosen][i] * 100).toFixed(0)} %`;
    picture.append(button, svg('text', {x: longest + gap + 8, y: y(i)}, word + share));
  });
  byId('arcs').replaceChildren(picture);
}

// --- start ---------------------------------------------------------------------------------------

(async () => {
  try {
    const bytes = Uint8Array.from(atob(wasm), c => c.charCodeAt(0));
    library = (await WebAssembly.instantiate(bytes, {})).instance.exports;
  } catch (error) {
    byId('problem').textContent = `This browser cannot run the library: ${error.message}`;
    byId('problem').hidden = false;
    return;
  }
  controls();
  sentenceControls();
  render(first);
  renderSentence();
  document.dispatchEvent(new Event('playing'));
})();
