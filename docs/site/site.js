// Formulas, as GitHub writes them: $ … $ and $$ … $$, which the generator has put into .arithmatex.
document.addEventListener('DOMContentLoaded', () => {
  for (const place of document.querySelectorAll('.arithmatex')) {
    const [, open, text] = /^\s*(\\\(|\\\[)([\s\S]*)\\[)\]]\s*$/.exec(place.textContent);
    katex.render(text, place, {displayMode: open === '\\[', throwOnError: true});
  }
});
