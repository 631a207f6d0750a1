import { describe, expect, it } from '@jest/globals';
import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { Words } from './words.js';

const lettersOf = (of: string) => render(h(Words, { of })).replaceAll(/<[^>]+>/g, '');

describe('text that may wrap within an address', () => {
  it.each([
    ['anna@аpple.example', 'anna@аpple.example (xn--pple-43d.example)'], // the first letter of the host is Cyrillic
    ['https://аpple.example/cb', 'https://аpple.example/cb (xn--pple-43d.example)'],
    ['anna.maria@example.org', 'anna.maria@example.org'],
  ])('%s is read whole, with a foreign host told once', (of, letters) => {
    expect(lettersOf(of)).toBe(letters);
  });

  it('breaks behind marks, not inside of words', () => {
    expect(render(h(Words, { of: 'anna@example.org' }))).toContain('anna@<wbr/>example.<wbr/>org');
  });
});
