// SPDX-License-Identifier: BSL-1.0
// The sentence of article 3, as lines between words and as tables.

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
