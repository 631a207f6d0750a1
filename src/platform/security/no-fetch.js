// The first import of the server's process and of each of its workers. What they send goes by a function that knows where
// it may go (D308), so a package that fetches by itself must not. Plain JavaScript, so that workers can load it anywhere.
globalThis.fetch = () =>
  Promise.reject(new Error('fetch is switched off in the server: use fetchOutside, or postConfigured'));
