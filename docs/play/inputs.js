// SPDX-License-Identifier: BSL-1.0
// Matrices and settings that are typed, dragged or chosen.

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
  const whenValid = (input, f) => {
    input.addEventListener('input', () => {
      if (input.value !== '' && input.checkValidity()) { f(Number(input.value)); render(); }
    });
    input.addEventListener('blur', showControls);  // a number that was not taken does not stay
  };
  for (const name of ['token', 'key', 'd_k', 'd_v']) whenValid(byId('size-' + name), n => resize(name, n));
  for (const name of ['left', 'right']) whenValid(byId(name), n => { state[name] = n; });
  Object.assign(byId('scale-value'), {min: -BOUND, max: BOUND});
  whenValid(byId('scale-value'), x => { state.scaleValue = x; state.scale = 'value'; });
  whenValid(byId('temperature-value'), x => { state.temperature = x; });
  whenValid(byId('temperature'), x => { state.temperature = Number((10 ** (x / 20)).toPrecision(2)); });
  for (const kind of ['scale', 'mask'])
    for (const radio of document.getElementsByName(kind))
      radio.addEventListener('change', () => { state[kind] = radio.value; render(); });
  for (const name of ['heads', 'head'])
    byId(name).addEventListener('change', event => {
      state[name] = Number(event.target.value);
      if (name === 'heads') state.head = 0;
      render();
    });
  byId('link').addEventListener('click', () => copyText(linkOf(), byId('linked'), byId('link')));
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
  const choices = (id, values, value) => {
    byId(id).replaceChildren(...values.map(each => element('option', {value: each, selected: each === value}, String(each))));
  };
  choices('heads', headsOf(state.sizes), state.heads);
  choices('head', times(state.heads, i => i), state.head);
  byId('head-label').hidden = state.heads === 1;
  byId('window-bounds').hidden = state.mask !== 'window';
  byId('alignment-label').hidden = state.sizes.token === state.sizes.key || !['causal', 'window'].includes(state.mask);
  byId('alignment').value = state.alignment;
}
const copy = button => copyText(byId(button.dataset.copies).textContent, button.parentElement.querySelector('.copied'),
                                byId(button.dataset.copies));
async function copyText(text, said, shownAt) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = 'Copied.';
  } catch {  // a page from a file may not use the clipboard: select it instead
    getSelection().selectAllChildren(shownAt);
    said.textContent = document.execCommand('copy') ? 'Copied.' : 'Selected: press Ctrl+C.';
  }
  setTimeout(() => { said.textContent = ''; }, 4000);
}
