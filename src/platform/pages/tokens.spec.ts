import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { contrast } from '../../../test/support/contrast.js';
import { besideCode } from '../paths.js';
import { colourTokens } from './tokens.js';

const FOLDER = besideCode('platform/pages/assets');
const read = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8');
const SHEETS = readdirSync(FOLDER).filter((name) => name.endsWith('.css'));

const GROUNDS = ['page', 'surface', 'sunken'];
const TEXT = 4.5;
/** The edge of a field, a dot, a bar, a ring of focus. */
const SHAPE = 3;

/** What meets what on a page; each token of colour has its place in one of these. */
const PAIRS: readonly (readonly [fronts: readonly string[], grounds: readonly string[], least: number])[] = [
  [['text', 'text-soft', 'text-strong', 'text-muted'], GROUNDS, TEXT],
  [['good', 'warn', 'bad', 'info', 'accent-text'], GROUNDS, TEXT],
  [['accent'], GROUNDS, SHAPE],
  [['line-control'], GROUNDS, SHAPE],
  [['good-solid', 'warn-solid', 'bad-solid', 'info-solid'], ['surface', 'page'], SHAPE],
  [['on-accent'], ['accent', 'accent-strong'], TEXT],
  [['on-solid'], ['good-solid', 'warn-solid', 'bad-solid', 'info-solid', 'bad'], TEXT],
  [['accent-text'], ['accent-tint'], TEXT],
  [['n1'], ['n9'], TEXT],
  [['text-strong'], ['n4', 'line-strong'], TEXT],
  ...['good', 'warn', 'bad', 'info'].map(
    (state) => [[state, `${state}-solid`], [`${state}-tint`], SHAPE] as const,
  ),
  ...['good', 'warn', 'bad', 'info'].map((state) => [[state], [`${state}-tint`], TEXT] as const),
];
/** Separates what is told apart by its place as well. */
const DECORATION = ['line'];

describe('the tokens of colour', () => {
  const tokens = new Map(colourTokens().map((token) => [token.name, token]));
  const pairs = PAIRS.flatMap(([fronts, grounds, least]) =>
    fronts.flatMap((front) => grounds.map((ground) => ({ front, ground, least }))),
  );

  it.each(['light', 'dark'] as const)('meet WCAG 2.2 AA wherever they meet, %s', (theme) => {
    const colourOf = (name: string) => rgb(tokens.get(name)?.[theme] ?? `no token ${name}`);
    const faint = pairs.filter(
      ({ front, ground, least }) => contrast(colourOf(front), colourOf(ground)) < least,
    );
    expect(faint).toEqual([]);
  });

  it('have each a pair; the neutrals have one under the name of what they are for', () => {
    const paired = new Set(pairs.flatMap(({ front, ground }) => [front, ground]));
    const named = [...tokens.keys()].filter((name) => !/^n\d+$/.test(name));
    expect(named.filter((name) => !paired.has(name))).toEqual(DECORATION);
  });

  it('are the only colours, and a style sheet uses no token that there is not', () => {
    const known = new Set([...read('tokens.css').matchAll(/--([\w-]+):/g)].map(([, name]) => name));
    for (const name of SHEETS) {
      const css = read(name);
      const used = [...css.matchAll(/var\(--([\w-]+)\)/g)].map(([, token]) => token);
      expect([name, used.filter((token) => !known.has(token))]).toEqual([name, []]);
      if (name !== 'tokens.css')
        expect([name, css.match(/#[\da-f]{3,8}\b|rgba?\(|hsla?\(/gi)]).toEqual([name, null]);
    }
  });
});

describe('the style sheets', () => {
  it('move nothing where less motion is asked for', () => {
    for (const name of SHEETS) {
      const [outside, ...inside] = read(name).split('@media (prefers-reduced-motion: no-preference) {');
      const rest = outside + inside.map((css) => css.slice(css.indexOf('\n}\n'))).join('');
      expect([name, rest.match(/\b(transition|animation)\b/g)]).toEqual([name, null]);
    }
  });

  it('are small: all of them together below 40 kB compressed', () => {
    expect(gzipSync(SHEETS.map(read).join('')).length).toBeLessThan(40_000);
  });
});

function rgb(hex: string): string {
  const parts = hex.match(/[\da-f]{2}/g) ?? [];
  return `rgb(${parts.map((part) => parseInt(part, 16)).join(', ')})`;
}
