// Conveniences of the console: without script all of it works too.

// Ids, secrets and commands are copied by a button.
for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!navigator.clipboard) break; // not over plain HTTP
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.dataset.copied = '';
    button.title = 'Copied';
    setTimeout(() => {
      delete button.dataset.copied;
      button.title = 'Copy';
    }, 2000);
  });
}

// Exact times in the viewer's own zone.
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
for (const time of document.querySelectorAll('time[title]'))
  time.title = exact.format(new Date(time.dateTime));

// The arrow keys go from row to row; Enter is the row's link.
document.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
  const row = step && event.target.closest('.list tbody tr');
  const link = row?.[step]?.querySelector('th a');
  if (!link || event.target.matches('input, select, textarea')) return;
  event.preventDefault();
  link.focus();
});

// Who leaves a form with changes is asked first. Sending any form is no leaving.
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
