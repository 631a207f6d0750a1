// A convenience: without script a button sends the form.
document.querySelector('form[data-submits]').submit();
