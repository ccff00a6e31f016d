// SPDX-License-Identifier: BSL-1.0
// A Llama that tells a story, and what each of its heads attends to. story.cpp computes all of it.

// The tokens that have been read, with their weights, (layer, head, key), and the hash after each.
const story = {tokens: [], own: true, hasWords: false, started: false, layers: 0, heads: 0, layer: 1, head: 2, chosen: 0, turn: 0};
const storyText = () => new TextDecoder().decode(
  new Uint8Array(library.memory.buffer, library.story_text(), library.story_text_size()));
const ownWords = () => times(library.story_word_count(), i => { library.story_word(i); return storyText(); });
const unsigned = x => BigInt.asUintN(64, x);
const hexadecimal = x => '0x' + x.toString(16).padStart(16, '0');
const OWN_LAYERS = 2, BEGIN = 1;  // the id in front of a story, which also ends it
const hasModel = () => story.own || story.hasWords;
const wordOf = i => i === 0 ? '⟨start⟩' : story.tokens[i].text.trim() || '⏎';
const weightOf = (t, layer, head, key) => story.tokens[t].weights[(layer * story.heads + head) * (t + 1) + key];

function readStory() {
  if (!story.started || !library.story_step()) return false;
  const text = storyText(), n = story.tokens.length + 1, rows = story.layers * story.heads;
  const all = new Float32Array(library.memory.buffer, library.story_weights(), rows * library.story_positions());
  const weights = new Float32Array(rows * n);
  for (let row = 0; row < rows; ++row)
    weights.set(all.subarray(row * library.story_positions(), row * library.story_positions() + n), row * n);
  const hash = unsigned(library.story_hash());
  story.tokens.push({text, weights, hash, proved: hash === unsigned(library.story_proved_hash(n)) &&
                     n <= library.story_proved_tokens()});
  story.chosen = n - 1;
  return true;
}
// The number of ids of the prompt, which are in the buffer then; or a sentence.
function writePrompt(text) {
  const at = library.story_buffer(), memory = library.memory.buffer;
  if (!story.own) {
    const bytes = new TextEncoder().encode(text);
    new Uint8Array(memory, at, bytes.length).set(bytes);
    return library.story_encode(bytes.length);
  }
  const words = ownWords(), ids = [];
  for (const word of text.match(/[^\s.]+|\./g) ?? []) {
    const id = words.indexOf(word === '.' ? word : ' ' + word);
    if (id < 0) return `The model has no word “${word}”. Its words are: ${words.slice(3).map(each => each.trim()).join(' ')}`;
    ids.push(id);
  }
  new Uint32Array(memory, at, ids.length).set(ids);
  return ids.length;
}
function startStory() {
  ++story.turn;
  const temperature = byId('story-temperature'), seed = byId('story-seed');
  const prompted = hasModel() ? writePrompt(byId('story-prompt').value) : 'Their words are missing: choose tok512.bin.';
  const problem = typeof prompted === 'string' ? prompted :
    !temperature.value || !temperature.checkValidity() ? 'A temperature is from 0 to 5.' :
    !seed.value || !seed.checkValidity() ? 'A seed is a whole number from 1 on.' : '';
  storyProblem(problem);
  story.started = !problem;
  if (problem) return;
  library.story_start(prompted, Number(temperature.value), 0.9, BigInt(seed.value));
  Object.assign(story, {tokens: [], layers: library.story_layers(), heads: library.story_heads()});
  story.layer = Math.min(story.layer, story.layers - 1);
  story.head = Math.min(story.head, story.heads - 1);
  readStory();
}
function storyProblem(text) {
  byId('story-problem').textContent = text;
  byId('story-problem').hidden = !text;
}
// To its end, one token after the other; another start stops it.
async function tellStory() {
  const turn = ++story.turn, fast = matchMedia('(prefers-reduced-motion: reduce)').matches;
  while (turn === story.turn && readStory()) {
    renderStory();
    if (!fast) await new Promise(done => setTimeout(done, story.own ? 60 : 0));
  }
  if (turn === story.turn) renderStory();
}

async function loadStory(input, load, name) {
  const file = input.files[0];
  if (!file) return;
  if (file.size > library.story_buffer_size()) return storyProblem(`${file.name}: the file has ${file.size} bytes, too many for a model of this page`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  new Uint8Array(library.memory.buffer, library.story_buffer(), bytes.length).set(bytes);
  if (!load(bytes.length)) return storyProblem(`${file.name}: ${storyText()}`);
  const ownType = library.story_layers() === OWN_LAYERS;
  if (name === 'weights') story.own = ownType;
  if (name === 'words') story.hasWords = true;
  if (name === 'words' && ownType) return storyProblem('These are read. Choose their weights: stories260K.bin.');
  byId('story-prompt').value = '';
  startStory();
  renderStory();
}
function ownStory() {
  library.story_own_model();
  Object.assign(story, {own: true, hasWords: false});
  for (const id of ['story-weights', 'story-words', 'story-prompt']) byId(id).value = '';
  for (const id of ['story-temperature', 'story-seed']) byId(id).value = byId(id).defaultValue;
  startStory();
}

function storyControls() {
  const click = (id, f) => byId(id).addEventListener('click', f);
  click('story-next', () => { ++story.turn; readStory(); renderStory(); });
  click('story-tell', tellStory);
  click('story-again', () => { startStory(); renderStory(); });
  click('story-own', () => { ownStory(); renderStory(); });
  for (const id of ['story-prompt', 'story-temperature', 'story-seed'])
    byId(id).addEventListener('change', () => { startStory(); renderStory(); });
  byId('story-weights').addEventListener('change', event => loadStory(event.target, library.story_model, 'weights'));
  byId('story-words').addEventListener('change', event => loadStory(event.target, library.story_words, 'words'));
  byId('story-controls').addEventListener('submit', event => event.preventDefault());
  for (const name of ['layer', 'head'])
    byId('story-' + name).addEventListener('change', event => { story[name] = Number(event.target.value); renderStory(); });
  byId('story-text').addEventListener('keydown', event => {
    const to = story.chosen + ({ArrowLeft: -1, ArrowRight: 1}[event.key] ?? NaN);
    if (!story.tokens[to]) return;
    event.preventDefault();
    chooseToken(to);
    byId('story-text').children[to].focus();
  });
  const at = event => {
    const box = event.target.getBoundingClientRect(), n = story.tokens.length;
    return [event.clientY - box.top, event.clientX - box.left].map((x, i) => clamp(Math.floor(x / (i ? box.width : box.height) * n), 0, n - 1));
  };
  byId('story-map').addEventListener('pointermove', event => {
    const [t, key] = at(event);
    byId('story-exact').textContent = key > t ? `${wordOf(t)} does not see ${wordOf(key)}` : exactWeight(t, key);
  });
  byId('story-map').addEventListener('click', event => chooseToken(at(event)[0]));
  ownStory();
  while (readStory()) continue;
  renderStory();
}
function chooseToken(t) {
  story.chosen = t;
  renderStory();
}
const exactWeight = (t, key) => {
  const x = weightOf(t, story.layer, story.head, key);
  return `${wordOf(t)} (${t}) attends to ${wordOf(key)} (${key}): ${floatLiteral(x)}, bits ${bitsOf(x, 4)}`;
};
const background = x => {
  const rgb = colour(x);
  return {background: `rgb(${rgb})`, color: inkOn(rgb)};
};

function renderStory() {
  const {tokens, layers, heads, chosen: t} = story, n = tokens.length;
  const choices = (id, count, value) => byId(id).replaceChildren(
    ...times(count, i => element('option', {value: i, selected: i === value}, String(i))));
  choices('story-layer', layers, story.layer);
  choices('story-head', heads, story.head);

  // The text, in the colours of the weights of one head.
  const text = byId('story-text');
  while (text.children.length > n) text.lastChild.remove();
  tokens.forEach((_, i) => {
    if (!text.children[i]) {
      const made = element('button', {type: 'button'});
      made.addEventListener('click', () => chooseToken(i));
      text.append(made);
    }
    const chip = text.children[i], weight = i <= t ? weightOf(t, story.layer, story.head, i) : 0;
    chip.textContent = wordOf(i);
    chip.tabIndex = i === t ? 0 : -1;
    chip.setAttribute('aria-pressed', String(i === t));
    chip.setAttribute('aria-label', `${wordOf(i)}, token ${i}` + (i <= t ? `: ${shown(weight)}` : ''));
    Object.assign(chip.style, i <= t ? background(weight) : {background: '', color: ''});
  });
  const ends = library.story_next() === BEGIN;
  const next = ends ? 'the end' : n === library.story_positions() ? 'no room for more' : storyText().trim() || '⏎';
  byId('story-then').textContent = `Next: ${next}`;
  for (const id of ['story-next', 'story-tell']) byId(id).disabled = !story.started || ends || n === library.story_positions();

  renderHeads();
  renderMap();
  heatMap('story-row', {name: 'story weights', title: `Layer ${story.layer}, head ${story.head}: ${wordOf(t)}`, bytes: 4,
    code: `weights of token ${t} (key ${t + 1})`, axes: ['token', 'key'], rowNames: [wordOf(t)],
    columnNames: times(t + 1, wordOf), range: [0, 1], values: [times(t + 1, key => weightOf(t, story.layer, story.head, key))]});
  const best = times(t + 1, key => key).reduce((a, b) => weightOf(t, story.layer, story.head, b) > weightOf(t, story.layer, story.head, a) ? b : a);
  byId('story-exact').textContent = 'Most: ' + exactWeight(t, best);
  renderProof();
}
// What every head of every layer attends to, for the chosen token.
function renderHeads() {
  const {layers, heads, chosen: t} = story, body = byId('story-heads').querySelector('tbody');
  byId('story-heads').querySelector('caption').textContent = `What ${wordOf(t)} (token ${t}) attends to: each head of each layer`;
  if (body.children.length !== layers * heads)
    body.replaceChildren(...times(layers * heads, row => {
      const layer = Math.floor(row / heads), head = row % heads;
      const button = element('button', {type: 'button'}, `layer ${layer}, head ${head}`);
      button.addEventListener('click', () => { Object.assign(story, {layer, head}); renderStory(); });
      return element('tr', {}, element('th', {scope: 'row'}, button), element('td', {}, element('canvas', {height: 1, role: 'img'})));
    }));
  [...body.children].forEach((line, row) => {
    const layer = Math.floor(row / heads), head = row % heads;
    line.querySelector('button').setAttribute('aria-pressed', String(layer === story.layer && head === story.head));
    const weights = times(t + 1, key => weightOf(t, layer, head, key)), canvas = line.querySelector('canvas');
    const best = weights.indexOf(Math.max(...weights));
    canvas.setAttribute('aria-label', `most to ${wordOf(best)}, ${shown(weights[best])}`);
    draw(canvas, story.tokens.length, 1, (key) => key <= t ? weights[key] : null);
  });
}
// What every token attends to, by one head.
function renderMap() {
  const {tokens, layer, head, chosen: t} = story, n = tokens.length, canvas = byId('story-map');
  canvas.style.width = `${Math.max(n * (n > 60 ? 2 : 12), 120)}px`;
  canvas.setAttribute('aria-label', `Layer ${layer}, head ${head}: ${n} tokens by ${n} keys`);
  draw(canvas, n, n, (key, token) => key <= token ? weightOf(token, layer, head, key) : null);
  byId('story-map-title').textContent = `Layer ${layer}, head ${head}: all ${n} tokens. The row of ${wordOf(t)} is row ${t}.`;
}
function draw(canvas, width, height, weight) {
  Object.assign(canvas, {width, height});
  const context = canvas.getContext('2d'), image = context.createImageData(width, height);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const value = weight(x, y);
      if (value !== null) image.data.set([...colour(value), 255], 4 * (y * width + x));
    }
  context.putImageData(image, 0, 0);
}
function renderProof() {
  const {tokens} = story, n = tokens.length, first = tokens.findIndex(each => !each.proved), proved = first < 0 ? n : first;
  const [here, there] = [tokens[n - 1].hash, unsigned(library.story_proved_hash(n))].map(hexadecimal);
  const line = byId('story-proof'), last = library.story_proved_tokens();
  line.className = proved === n ? 'proof equal' : 'proof';
  line.textContent = proved === n ?
    `These bits are the static_assert's. After ${n} token${n > 1 ? 's' : ''}, the hash of all tokens, logits and attention weights is ${here} in this browser, and ${there} in the compiler.` :
    proved > 0 ? `The first ${proved} token${proved > 1 ? 's have' : ' has'} the static_assert's bits. From token ${proved} on, no static_assert has these bits: the prompt, the choice or the weights are others.` :
    `These are not the static_assert's bits, because the weights are others: after ${n} token${n > 1 ? 's' : ''} the hash is ${here} in this browser` +
      (n <= last ? `, and ${there} in the compiler.` : '.');
  byId('story-assertion').textContent = `static_assert(proved.hash[proved_tokens - 1] == ${hexadecimal(unsigned(library.story_proved_hash(last)))});`;
}
