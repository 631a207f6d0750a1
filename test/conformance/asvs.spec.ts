import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';

interface Row {
  readonly id: string;
  /** The lowest level that requires it. */
  readonly level: number;
  readonly verdict: string;
  readonly why: string;
  readonly test: string;
}

/** The rows of docs/reference/asvs.md. */
const rows: readonly Row[] = readFileSync('docs/reference/asvs.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [id, level, , verdict, why, test] = line
      .slice(1, -1)
      .split(' |')
      .map((cell) => cell.trim());
    return { id, level: Number(level[0]), verdict, why, test };
  });

/** A file, and words from one of its test titles. */
const TEST = /^`((?:src|test)\/[\w./-]+\.spec\.ts)` › (.+)$/;

describe('docs/reference/asvs.md: OWASP ASVS 5.0, chapters 6, 7, 9 and 10', () => {
  const asked = rows.filter(({ level }) => level <= 2);

  it('has every requirement of these chapters once', () => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(asked.length).toBeGreaterThan(80);
  });

  it('knows four verdicts', () => {
    const odd = rows.filter(({ verdict }) => !['met', 'partly', 'not met', 'n/a'].includes(verdict));
    expect(odd).toEqual([]);
  });

  it('meets every requirement of level 1 and 2', () => {
    expect(asked.filter(({ verdict }) => verdict === 'not met')).toEqual([]);
  });

  it('gives a reason for what is met partly or does not apply', () => {
    const unsaid = rows.filter(({ verdict, why }) => ['partly', 'n/a'].includes(verdict) && why.length < 5);
    expect(unsaid).toEqual([]);
  });

  it.each(asked.filter(({ verdict }) => verdict !== 'n/a').map(({ id, test }) => [id, test]))(
    '%s names an existing test',
    (_id, test) => {
      const [, file, title] = TEST.exec(test) ?? [];
      expect([test, file !== undefined && existsSync(file)]).toEqual([test, true]);
      expect(readFileSync(file, 'utf8')).toContain(title);
    },
  );
});
