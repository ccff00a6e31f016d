// SPDX-License-Identifier: BSL-1.0
// The sentence of article 3, or one of any words, as lines between words and as tables.

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
  for (const id of ['sentence-causal', 'sentence-positions']) byId(id).addEventListener('change', renderSentence);
  byId('words').addEventListener('submit', event => event.preventDefault());
}
// The dictionary has 23 words, of any case; a word that it has not gets the next row behind them.
function dictionaryOf(typed) {
  const others = [], known = new Map(vocabulary.map(word => [word.toLowerCase(), word]));
  const words = typed.map(word => known.get(word.toLowerCase()) ?? word);
  for (const word of words) if (!vocabulary.includes(word) && !others.includes(word)) others.push(word);
  const rows = vocabulary.length + 1;  // the article's first id is 1
  return {words, others, ids: words.map(word => others.includes(word) ? rows + others.indexOf(word) :
    vocabulary.indexOf(word) + library.first_id())};
}
function renderSentence() {
  const typed = byId('text').value.split(/\s+/).filter(Boolean), causal = byId('sentence-causal').checked;
  const positions = byId('sentence-positions').checked, {words, others, ids} = dictionaryOf(typed);
  const problem = byId('words-problem'), note = byId('words-note');
  problem.textContent = words.length === 0 ? 'Type a word, or choose one below.' :
    words.length > LONGEST ? `${words.length} words; at most ${LONGEST} are shown.` :
    words.some(word => word.length > 40) ? 'A word has at most 40 characters here.' : '';
  problem.hidden = !problem.textContent;
  note.textContent = others.length ? `Not in the article's dictionary, so with a random row: ${others.join(', ')}.` : '';
  note.hidden = !others.length || !problem.hidden;
  remember();
  if (!problem.hidden) return;
  const r = readSentence(ids, causal, positions);
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
  byId('sentence-code').textContent = sentenceProgram(words, others, causal, positions, r);
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
