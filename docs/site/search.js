// Search where pages are files (file://), from which a browser neither fetches nor starts a worker:
// the worker's text is in this script, the index in another, which is loaded when somebody searches.
// The theme reads __search.index; see build.py.
if (location.protocol === 'file:') {
  const Native = Worker, here = document.currentScript.src;
  window.Worker = function () {
    return new Native(URL.createObjectURL(new Blob([searchWorker], {type: 'text/javascript'})));
  };
  window.__search = {index: new Promise(resolve => {
    const load = event => {
      if (event && !event.target.matches?.('.md-search__input')) return;
      document.removeEventListener('focusin', load);
      const script = document.createElement('script');
      script.src = new URL('index.js', here);
      script.addEventListener('load', () => resolve(searchIndex));
      document.head.append(script);
    };
    if (new URLSearchParams(location.search).has('q')) load();
    else document.addEventListener('focusin', load);
  })};
}
