// Search where pages are files (file://), from which a browser neither fetches nor starts a worker:
// the index and the worker's text are scripts beside this one. The theme reads __search.index; see
// build.py.
if (location.protocol === 'file:') {
  const Native = Worker;
  window.Worker = function () {
    return new Native(URL.createObjectURL(new Blob([searchWorker], {type: 'text/javascript'})));
  };
  window.__search = {index: Promise.resolve(searchIndex)};
}
