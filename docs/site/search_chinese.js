
// Appended to the search worker: lunr knows words between spaces, and Chinese has none. Here each two
// adjacent characters are a term, in the index and in what is searched.
{
  const Han = /[\u3400-\u9fff]+/g, parts = /[\u3400-\u9fff]+|[^\u3400-\u9fff]+/g;
  const pairs = run => [...run].slice(1).map((_, i) => run.slice(i, i + 2));
  const {tokenizer, QueryParser} = lunr;
  lunr.tokenizer = Object.assign((text, metadata) => tokenizer(text, metadata).flatMap(token =>
    (token.str.match(parts) ?? []).flatMap(part => part.search(Han) ? [part] : [...pairs(part), part.at(-1)])
      .map(part => new lunr.Token(part, {...token.metadata}))), {separator: tokenizer.separator});
  lunr.trimmer = token => token.update(text => text.replace(/^[^\w\u3400-\u9fff]+|[^\w\u3400-\u9fff]+$/g, ''));
  lunr.QueryParser = class extends QueryParser {
    constructor(text, query) {
      super(text.replace(Han, run => run.length > 2 ? pairs(run).join(' ') : run), query);
    }
  };
  // English words find the English pages first.
  const {search} = lunr.Index.prototype;
  lunr.Index.prototype.search = function (text) {
    const factor = text.search(Han) < 0 ? 1e-6 : 1;  // a title counts 1,000 times
    return search.call(this, text).map(each => ({...each, score: each.score * (each.ref.startsWith('docs/zh/') ? factor : 1)}));
  };
}
