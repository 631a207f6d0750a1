// A convenience: without script the box stays hidden and the form still works.
for (const box of document.querySelectorAll('input[data-shows]')) {
  box.closest('label').hidden = false;
  box.addEventListener('change', () => {
    document.getElementById(box.dataset.shows).type = box.checked ? 'text' : 'password';
  });
}
