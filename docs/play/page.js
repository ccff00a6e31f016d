// SPDX-License-Identifier: BSL-1.0
// What is shown of the state and of its results. The page computes no result itself.

let results, speaking;
const typeOf = (first, second, s = state) => `(${first} ${s.sizes[first]}, ${second} ${s.sizes[second]})`;

// `example` is the preset that the state is, if it is one.
function render(example = '') {
  const s = state;
  byId('preset').value = example;
  results = attend(s);
  showControls();
  const ofHead = rows => rows.slice(s.head * s.sizes.token, (s.head + 1) * s.sizes.token);
  const head = s.heads > 1 ? `, head ${s.head}` : '';
  inputTable('Q', 'Q, queries', typeOf('token', 'd_k'), ['token', 'd_k']);
  inputTable('K', 'K, keys', typeOf('key', 'd_k'), ['key', 'd_k']);
  inputTable('V', 'V, values', typeOf('key', 'd_v'), ['key', 'd_v']);
  const masked = (i, j) => !allows(s, i, j);
  const scores = typeOf('token', 'key'), axes = ['token', 'key'];
  heatMap('steps', {name: 'scores', title: '1. Scores' + head, code: `Q K\u1d40 ${scores}`, axes, values: ofHead(results.scores)});
  heatMap('steps', {name: 'scaled', title: '2. Scaled and masked' + head, code: `scores · ${shown(factor(s))} ${scores}`, axes,
                    values: ofHead(results.scaled), masked, maskedText: '−∞'});
  heatMap('steps', {name: 'weights', title: '3. Weights' + head, code: `softmax, rows sum to 1 ${scores}`, axes,
                    values: ofHead(results.weights), masked, maskedText: 'masked', range: [0, 1], toggle: toggleCell});
  heatMap('steps', {name: 'out', title: '4. Output', code: `weights V ${typeOf('token', 'd_v')}`, axes: ['token', 'd_v'],
                    values: results.out});
  byId('code').textContent = program(s, results);
  renderMistake();
  remember();
  clearTimeout(speaking);
  speaking = setTimeout(() => { byId('status').textContent = summary(); }, 700);
}
function summary() {
  const {head, sizes: {token}} = state;
  return results.weights.slice(head * token, (head + 1) * token).map((row, i) => {
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
  mistakeControls();
  storyControls();
  if (!follow()) {
    render(first);
    renderSentence();
  }
  addEventListener('hashchange', follow);
  document.dispatchEvent(new Event('playing'));
})();
