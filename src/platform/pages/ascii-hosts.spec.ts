import { describe, expect, it } from '@jest/globals';
import { Fragment, h } from 'preact';
import { render } from 'preact-render-to-string';
import { asciiHostsIn, withAsciiHosts } from './ascii-hosts.js';
import { Field, TextArea } from './form.js';

const TWIN = 'https://аpple.example/cb'; // the first letter is Cyrillic
const ASCII = 'xn--pple-43d.example';

describe('hosts in other letters than ASCII (D317)', () => {
  it.each([
    [TWIN, `${TWIN} (${ASCII})`],
    ['anna@аpple.example', `anna@аpple.example (${ASCII})`],
    ['anna@bücher.example.', 'anna@bücher.example (xn--bcher-kva.example).'],
    ['„anna@bücher.example“ gehört dir', '„anna@bücher.example (xn--bcher-kva.example)“ gehört dir'],
    [`Go to ${TWIN}, now`, `Go to ${TWIN} (${ASCII}), now`],
    ['https://anna@bücher.example:8443/a?b', 'https://anna@bücher.example:8443/a?b (xn--bcher-kva.example)'],
    ['com.example.app://bücher/cb', 'com.example.app://bücher/cb (xn--bcher-kva)'],
    ['анна@example.org', 'анна@example.org'], // the host is as it looks
    ['https://example.org/bücher', 'https://example.org/bücher'],
    ['Jürgen', 'Jürgen'],
    ['Jürgen @ home', 'Jürgen @ home'],
    ['anna@example.org', 'anna@example.org'],
  ])('%s', (text, shown) => {
    expect(withAsciiHosts(text)).toBe(shown);
  });

  it('have it beside them wherever a page or mail has the text, and not where it is sent back or copied', () => {
    expect(render(h('p', null, TWIN))).toContain(ASCII);
    const link = h('a', { href: TWIN }, 'a', [TWIN]);
    expect(render(link)).toBe(`<a href="${TWIN}">a${TWIN} (${ASCII})</a>`);
    expect(render(h('h2', null, h(Fragment, null, TWIN)))).toBe(`<h2>${TWIN} (${ASCII})</h2>`);
    const named = ({ name }: { name: string }) => h(Fragment, null, name);
    expect(render(h('p', null, h(named, { name: TWIN })))).toBe(`<p>${TWIN} (${ASCII})</p>`);
    expect(render(h('textarea', null, TWIN))).not.toContain(ASCII);
    expect(render(h('code', { 'data-verbatim': true }, TWIN))).not.toContain(ASCII);
  });

  it.each([
    ['a field', render(h(Field, { name: 'to', label: 'To', type: 'text', value: 'anna@аpple.example' }))],
    ['lines', render(h(TextArea, { name: 'urls', label: 'URLs', value: `https://example.org\n${TWIN}` }))],
  ])('are told below %s that holds them, which keeps its value', (_what, html) => {
    expect(html).toContain(`<p class="hint">${ASCII}</p>`);
    expect(html.match(/xn--/g)).toHaveLength(1);
  });

  it('a field with other text has nothing below', () => {
    const field = h(Field, { name: 'n', label: 'Name', type: 'text', value: 'Jürgen' });
    expect(render(field)).not.toContain('<p class="hint">');
    expect(asciiHostsIn('anna@example.org')).toEqual([]);
  });
});
