// Conveniences of the console, beside those of buttons.js: without script all of it works too.

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

// Of the page, and of rows that come later.
function enliven(part) {
  // Exact times are in UTC, with the viewer's own zone beneath where that is another time.
  for (const time of part.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    if (at.getTimezoneOffset() !== 0) time.title = `${time.title || time.textContent}\n${local.format(at)}`;
  }
}
enliven(document);

// The next page is added below the rows that are there; what can't be loaded so is opened as a page.
{
  const more = () => document.querySelector('main a[data-more]');
  const label = () => {
    const link = more();
    if (link && document.querySelectorAll('main .list tbody').length === 1) link.textContent = 'Load more';
  };
  label();
  document.addEventListener('click', async (event) => {
    const link = event.target.closest('a[data-more]');
    const body = document.querySelectorAll('main .list tbody');
    if (!link || body.length !== 1 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.ariaDisabled === 'true') return;
    link.ariaDisabled = 'true';
    try {
      const answer = await fetch(link.href);
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const rows = [...page.querySelectorAll('main .list tbody tr')];
      if (!answer.ok || rows.length === 0) throw new Error('no rows');
      const pages = page.querySelector('main nav[aria-label=Pages]');
      showButtons(page);
      enliven(page);
      body[0].append(...rows);
      const next = pages?.querySelector('a[data-more]');
      if (next) {
        link.href = next.href;
        link.ariaDisabled = null;
      } else link.remove();
      rows[0].querySelector('a')?.focus();
    } catch {
      location.href = link.href;
    }
  });
}

// What was done floats above the page and goes by itself, unless something can be done in it.
for (const notice of document.querySelectorAll('main > .notice.done')) {
  notice.classList.add('toast');
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'secondary small';
  close.textContent = 'Close';
  close.addEventListener('click', () => (notice.hidden = true));
  notice.append(close);
  let isLooked = false;
  for (const type of ['pointerenter', 'focusin']) notice.addEventListener(type, () => (isLooked = true));
  for (const type of ['pointerleave', 'focusout']) notice.addEventListener(type, () => (isLooked = false));
  const hide = () => (isLooked ? setTimeout(hide, 2000) : (notice.hidden = true));
  if (!notice.querySelector('form')) setTimeout(hide, 8000);
  const address = new URL(location.href);
  if (address.searchParams.has('done')) {
    for (const name of ['done', 'filter']) address.searchParams.delete(name);
    history.replaceState(null, '', address); // a reload does not say it again
  }
}

// What is cut in a list is told where the pointer rests.
document.addEventListener('pointerover', ({ target }) => {
  const cell = target.closest?.('.list .cut');
  if (!cell || cell.title) return;
  if (cell.scrollHeight > cell.clientHeight + 1 || cell.scrollWidth > cell.clientWidth)
    cell.title = cell.textContent;
});

// The arrow keys go from row to row; Enter is the row's link.
document.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
  const row = step && event.target.closest('.list tbody tr');
  const link = row?.[step]?.querySelector('th a');
  if (!link || event.target.matches('input, select, textarea')) return;
  event.preventDefault();
  link.focus();
});

// Asks before a person leaves a form with changes. Sending a form is not leaving.
{
  const isChanged = (field) => {
    if (field.type === 'hidden' || field.type === 'submit' || field.type === 'button') return false;
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
    if (field.options) {
      const initial = [...field.options].filter((option) => option.defaultSelected);
      return field.value !== (initial.length > 0 ? initial.at(-1) : field.options[0])?.value;
    }
    return field.value !== field.defaultValue;
  };
  const forms = [...document.querySelectorAll('main form[method=post]')];
  let isSent = false;
  document.addEventListener('submit', () => {
    isSent = true;
    setTimeout(() => (isSent = false), 2000); // the page stays after a download, or when the request was stopped
  });
  window.addEventListener('beforeunload', (event) => {
    if (!isSent && forms.some((form) => [...form.elements].some(isChanged))) event.preventDefault();
  });
}

// What is to be corrected comes first.
if (document.querySelector('main > .notice.error'))
  document.querySelector('main [aria-invalid=true]')?.focus();
