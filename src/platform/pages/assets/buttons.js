// Buttons that need a script: they copy a text, print the page, or go back. Without script they stay hidden.

/** Shows those of a page, and of rows that come later, that work in this browser. */
function showButtons(part) {
  const show = (selector) => {
    for (const button of part.querySelectorAll(selector)) button.hidden = false;
  };
  if (navigator.clipboard) show('button[data-copy]'); // not over plain HTTP
  if (history.length > 1) show('button[data-back]');
  show('button[data-print]');
}
showButtons(document);

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button:is([data-copy], [data-back], [data-print])');
  if (!button) return;
  if ('back' in button.dataset) return history.back();
  if ('print' in button.dataset) return window.print();
  // The text, or nothing: the block that it stands above.
  const text = button.dataset.copy || button.closest('figure').querySelector('pre').innerText;
  await navigator.clipboard.writeText(text);
  if ('copied' in button.dataset) return;
  // An icon has its word as its title.
  const place = button.title ? 'title' : 'textContent';
  const word = button[place];
  button.dataset.copied = '';
  button[place] = button.dataset.done ?? 'Copied';
  setTimeout(() => {
    delete button.dataset.copied;
    button[place] = word;
  }, 2000);
});
