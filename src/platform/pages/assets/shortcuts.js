// A convenience: `?` lists the shortcuts, `g` and a letter lead to a section. Who dictates or mistypes can turn them off.
{
  const OFF = 'hearth-single-keys-off';
  const list = document.getElementById('shortcuts');
  const choice = document.getElementById('single-keys');
  const stored = (work) => {
    try {
      return work(localStorage);
    } catch {
      return null; // storage is not allowed: the choice holds for this page
    }
  };
  const apply = (isOn) => (document.documentElement.dataset.singleKeys = isOn ? 'on' : 'off');
  choice.checked = stored((storage) => storage.getItem(OFF)) === null;
  choice.closest('[data-single-keys]').hidden = false;
  apply(choice.checked);
  choice.addEventListener('change', () => {
    apply(choice.checked);
    stored((storage) => (choice.checked ? storage.removeItem(OFF) : storage.setItem(OFF, '')));
  });

  const WAITS_MS = 1500;
  let begun = -Infinity;
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || document.documentElement.dataset.singleKeys === 'off') return;
    if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')) return;
    const isSecond = event.timeStamp - begun < WAITS_MS;
    begun = key === 'g' && !isSecond ? event.timeStamp : -Infinity;
    if (key === '?') {
      event.preventDefault();
      list.togglePopover();
    } else if (isSecond) {
      document.querySelector(`.menu a[data-key="${CSS.escape(key)}"]`)?.click();
    }
  });
}
