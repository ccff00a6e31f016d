// SPDX-License-Identifier: BSL-1.0
// Matrices as tables whose colours tell the values.

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
  table.caption.querySelector('b').textContent = o.title;  // a kept table may show another head
  table.box.setAttribute('aria-label', o.title);
  const kept = values.flatMap((row, i) => row.filter((_, j) => !masked(i, j)));
  const finite = kept.length ? kept : values.flat();
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
