// A branding's colours as they are typed: a picker beside each, its contrast, and the preview in them. Without script the
// colours are typed, judged when they are saved, and shown then.
{
  const pickers = [...document.querySelectorAll('input[data-picks]')];
  const fieldOf = (picker) => document.getElementById(picker.dataset.picks);
  const isColour = (text) => /^#[\da-f]{6}$/.test(text);

  // WCAG 2.2, as platform/pages/contrast.ts has it.
  const luminance = (colour) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const share = parseInt(colour.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const contrastOf = (picker, colour) =>
    Math.min(...picker.dataset.grounds.split(' ').map((ground) => contrast(colour, ground)));

  function judge(picker) {
    const colour = fieldOf(picker).value.trim();
    const output = picker.nextElementSibling;
    picker.value = isColour(colour) ? colour : picker.defaultValue;
    if (!isColour(colour)) return (output.textContent = '');
    const [ratio, { least }] = [contrastOf(picker, colour), picker.dataset];
    const isEnough = ratio >= Number(least);
    output.classList.toggle('bad', !isEnough);
    output.textContent = `${Math.floor(ratio * 100) / 100}:1, ${isEnough ? 'enough' : `too little: at least ${least}:1`}`;
  }

  const frame = document.querySelector('iframe[name=preview]');
  const isFit = (picker) => {
    const colour = fieldOf(picker).value.trim();
    return colour === '' || (isColour(colour) && contrastOf(picker, colour) >= Number(picker.dataset.least));
  };
  /** The style sheet of an accent names its colours, so the server has that of any two. A mail has its colours inline. */
  function show() {
    const page = frame.contentDocument;
    if (!page?.querySelector('link[rel=stylesheet]') || !pickers.every(isFit)) return;
    const colours = pickers.map((picker) => fieldOf(picker).value.trim().slice(1));
    const wanted =
      colours.join('') === '' ? frame.dataset.inherited : `/assets/brand/${colours.join('-')}.css`;
    const worn = page.querySelector('link[rel=stylesheet][href^="/assets/brand/"]');
    if (wanted === (worn?.getAttribute('href') ?? '')) return;
    if (wanted === '') return worn.remove();
    const sheet = worn ?? page.head.appendChild(page.createElement('link'));
    sheet.rel = 'stylesheet';
    sheet.href = wanted;
  }

  for (const picker of pickers) {
    picker.hidden = false;
    const field = fieldOf(picker);
    judge(picker);
    if (field.ariaInvalid === 'true') picker.nextElementSibling.textContent = ''; // the server tells it below
    const change = () => {
      judge(picker);
      show();
    };
    field.addEventListener('input', change);
    picker.addEventListener('input', () => {
      field.value = picker.value;
      change();
    });
  }

  const links = [...document.querySelectorAll('a[target=preview]')];
  function place() {
    const { href } = frame.contentWindow.location;
    for (const link of links) link.ariaCurrent = link.href === href ? 'true' : null;
    show();
  }
  frame.addEventListener('load', place);
  if (frame.contentDocument?.readyState === 'complete') place();
}
