import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const HEADINGS = ['What to do', 'Breaking', 'Added', 'Changed', 'Fixed'];
const MOST_CHARACTERS = 160;

const text = readFileSync('CHANGELOG.md', 'utf8');
const [introduction, ...versions] = text.split(/^## /m).map((part) => {
  const [title, ...lines] = part.trim().split('\n');
  return { title, lines };
});
const entries = versions.flatMap(({ lines }) => lines.filter((line) => line.startsWith('- ')));

describe('the changelog', () => {
  it('lists the newest version first, and only the top one may be unreleased', () => {
    expect(introduction.title).toBe('# Changelog');
    const [{ title: top }, ...others] = versions;
    expect(top).toMatch(/^(Unreleased \(\d+\.\d+\.\d+-dev\)|\d+\.\d+\.\d+)$/);
    for (const { title } of others) expect(title).toMatch(/^\d+\.\d+\.\d+$/);
    const numbers = versions.map(({ title }) => numberOf(title));
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => other - one));
  });

  it('sorts each version under its headings, in one order', () => {
    for (const { title, lines } of versions) {
      const headings = lines.filter((line) => line.startsWith('#')).map((line) => line.replace('### ', ''));
      expect([title, headings]).toEqual([title, HEADINGS.filter((heading) => headings.includes(heading))]);
      const [first] = lines.filter((line) => /^(- |### )/.test(line));
      expect([title, first]).toEqual([title, expect.stringContaining('### ')]);
    }
  });

  it('contains nothing but headings and entries, each on one line', () => {
    const others = versions.flatMap(({ lines }) => lines.filter((line) => !/^(- |### |$)/.test(line)));
    expect(others.filter((line) => line !== 'Never released.')).toEqual([]);
  });

  it('states each change in one short sentence', () => {
    expect(entries.length).toBeGreaterThan(100);
    expect(entries.filter((entry) => shown(entry).length > MOST_CHARACTERS)).toEqual([]);
    expect(entries.filter((entry) => !entry.endsWith('.') || /\. [A-Z]/.test(entry))).toEqual([]);
  });

  it('states each change once', () => {
    expect(entries.filter((entry, index) => entries.indexOf(entry) < index)).toEqual([]);
  });
});

/** As readers see it: links without their targets, without the dash. */
function shown(entry: string): string {
  return entry
    .slice(2)
    .replace(/\]\([^)]+\)/g, ']')
    .replace(/[[\]]/g, '');
}

/** Versions as numbers in comparable form. */
function numberOf(title: string): number {
  const [, major, minor, patch] = /(\d+)\.(\d+)\.(\d+)/.exec(title) as RegExpExecArray;
  return Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch);
}
