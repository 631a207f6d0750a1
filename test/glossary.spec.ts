import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { fragmentsOf } from './support/references.js';

const GLOSSARY = 'docs/reference/glossary.md';

const glossary = readFileSync(GLOSSARY, 'utf8');
const rows = [
  ...glossary.matchAll(/^\| <a id="([^"]+)"><\/a>\[([^\]]+)\]\(([^)]+)\) \| (.+) \| (.+) \|$/gm),
].map(([, anchor, term, page, meaning, elsewhere]) => ({ anchor, term, page, meaning, elsewhere }));

describe('docs/reference/glossary.md', () => {
  it('has a row for each word, in the order of the alphabet', () => {
    const lines = glossary.split('\n').filter((line) => /^\| (?!Word)/.test(line));
    const terms = rows.map(({ term }) => term.toLowerCase());
    expect(rows.length).toBeGreaterThan(40);
    expect(rows).toHaveLength(lines.length);
    expect(terms).toEqual([...terms].sort());
    expect(new Set(terms).size).toBe(terms.length);
  });

  it('has an anchor that follows from each word', () => {
    const fragments = fragmentsOf(glossary);
    for (const { anchor, term } of rows) {
      expect(anchor).toBe(term.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
      expect(fragments.has(anchor)).toBe(true);
    }
  });

  it('says each in one to three sentences, and how others call it', () => {
    const sentences = rows.map(({ term, meaning }) => [
      term,
      meaning.match(/[.:](?= [A-Z*`]|$)/g)?.length ?? 0,
    ]);
    expect(sentences.filter(([, count]) => Number(count) < 1 || Number(count) > 3)).toEqual([]);
    expect(rows.filter(({ elsewhere }) => elsewhere.trim() === '')).toEqual([]);
  });

  it.each([
    ['docs/start/getting-started.md', ['client', 'account']],
    ['docs/start/which-way.md', ['confidential-client']],
    ['docs/provision/provisioning.md', ['family', 'account']],
    ['docs/administer/clients.md', ['client']],
  ])('is where %s leads at the first use of %j', (page, words) => {
    const text = readFileSync(page, 'utf8');
    for (const word of words) expect(text).toContain(`](../reference/glossary.md#${word})`);
  });
});
