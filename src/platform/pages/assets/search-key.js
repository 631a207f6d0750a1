// A convenience: `/` and Ctrl+K (Cmd+K) lead to the search field, Escape leads back.
{
  const field = document.querySelector('.everywhere input');
  let before = null;
  const isTyping = ({ target }) => target.closest('input, textarea, select, [contenteditable]') !== null;
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (altKey) return;
    const isOff = document.documentElement.dataset.singleKeys === 'off';
    const isAsked =
      ctrlKey || metaKey ? key.toLowerCase() === 'k' : key === '/' && !isOff && !isTyping(event);
    if (isAsked) {
      event.preventDefault();
      if (document.activeElement !== field) before = document.activeElement;
      field.focus();
      field.select();
    } else if (key === 'Escape' && document.activeElement === field) {
      field.blur();
      before?.focus();
    }
  });
}
