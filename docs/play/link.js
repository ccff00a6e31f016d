// SPDX-License-Identifier: BSL-1.0
// The state in the address of the page, so that it can be linked: #s= and JSON.

const LINKED = ['Q', 'K', 'V', 'scale', 'scaleValue', 'temperature', 'mask', 'alignment', 'left', 'right', 'cells', 'heads', 'head'];
const spoken = () => ({text: byId('text').value, causal: byId('sentence-causal').checked,
                       positions: byId('sentence-positions').checked, call: byId('call').value});

function linkOf() {
  const given = Object.fromEntries(LINKED.filter(name => name !== 'cells' || state.mask === 'cells').map(name => [name, state[name]]));
  const text = JSON.stringify({...given, ...spoken()}, (_, x) => Object.is(x, -0) ? '-0' : x);  // JSON has no -0
  return `${location.href.split('#')[0]}#s=${encodeURIComponent(text)}`;
}
function remember() {
  try {
    history.replaceState(null, '', linkOf());
  } catch { /* a browser may limit how often; the next change remembers it */ }
}
const isMatrix = (rows, least, most) => Array.isArray(rows) && rows.length >= 2 && rows.length <= LARGEST &&
  rows.every(row => Array.isArray(row) && row.length === rows[0].length && row.length >= least && row.length <= most &&
             row.every(x => Number.isFinite(x) && Math.abs(x) <= BOUND));
// What an address says, or nothing if it does not make sense.
function givenBy(hash) {
  if (!hash.startsWith('#s=')) return null;
  try {
    const given = JSON.parse(decodeURIComponent(hash.slice(3)));
    for (const name of ['Q', 'K', 'V']) given[name] = given[name].map(row => row.map(Number));
    const {Q, K, V} = given;
    const whole = (x, low, high) => Number.isInteger(x) && x >= low && x <= high;
    const right = [Q, K, V].every(rows => isMatrix(rows, 2, LARGEST)) && Q[0].length === K[0].length && K.length === V.length &&
      ['default', 'none', 'value'].includes(given.scale) && Math.abs(given.scaleValue) <= BOUND &&
      given.temperature >= 0.01 && given.temperature <= 100 && ['none', 'causal', 'window', 'cells'].includes(given.mask) &&
      ['top_left', 'bottom_right'].includes(given.alignment) && whole(given.left, 0, 7) && whole(given.right, 0, 7) &&
      headsOf({d_k: Q[0].length, d_v: V[0].length}).includes(given.heads) && whole(given.head, 0, given.heads - 1) &&
      (given.mask !== 'cells' || given.cells.length === Q.length && given.cells.every(row => row.length === K.length));
    return right ? given : null;
  } catch {
    return null;
  }
}
function follow() {
  const given = givenBy(location.hash);
  if (!given) return false;
  state = stateOf(Object.fromEntries(LINKED.filter(name => given[name] !== undefined).map(name => [name, given[name]])));
  if (typeof given.text === 'string') byId('text').value = given.text;
  byId('sentence-causal').checked = given.causal === true;
  byId('sentence-positions').checked = given.positions === true;
  if (mistakes[given.call]) byId('call').value = given.call;
  render();
  renderSentence();
  return true;
}
