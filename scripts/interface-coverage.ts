import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = 'docs/interface.md';
const TESTS = ['src', 'test'];
const ID = /\bI\d(?:\.\d)?-\d{2,}\b/g;

/** A line of docs/interface.md: `- **I4.5-23** text`. */
export interface Statement {
  readonly id: string;
  /** Number of the heading that it stands under: `4.5`. */
  readonly section: string;
  readonly text: string;
}

export interface InterfaceCoverage {
  readonly statements: readonly Statement[];
  /** Named by no test. */
  readonly untested: readonly Statement[];
  /** `path: id`, where a test names what is no statement. */
  readonly unknown: readonly string[];
  /** `path: line`, where ids stand neither in a title nor directly above a test, a group of tests or a row. */
  readonly misplaced: readonly string[];
}

export function interfaceCoverage(): InterfaceCoverage {
  const statements = statementsOf(readFileSync(DOCUMENT, 'utf8'));
  const known = new Set(statements.map(({ id }) => id));
  const texts = specs().map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const named = texts.flatMap(({ path, text }) => idsIn(text).map((id) => ({ path, id })));
  const tested = new Set(named.map(({ id }) => id));
  return {
    statements,
    untested: statements.filter(({ id }) => !tested.has(id)),
    unknown: named.filter(({ id }) => !known.has(id)).map(({ path, id }) => `${path}: ${id}`),
    misplaced: texts.flatMap(({ path, text }) => misplacedIn(text).map((line) => `${path}: ${line}`)),
  };
}

export function statementsOf(markdown: string): Statement[] {
  let section = '';
  return markdown.split('\n').flatMap((line) => {
    section = /^#+ <a id="([\d.]+)">/.exec(line)?.[1] ?? section;
    const [, id, text] = /^- \*\*(I[^*]+)\*\* (.+)$/.exec(line) ?? [];
    return id ? [{ id, section, text }] : [];
  });
}

/** Each once. */
export function idsIn(text: string): string[] {
  return [...new Set(text.match(ID))];
}

/** Lines with ids that show nothing where they stand, as when a test was taken away from below them. */
export function misplacedIn(text: string): string[] {
  const lines = text.split('\n');
  const isTitle = (line: string) => /\b(?:it|test|describe)\(|\]\)\(/.test(line);
  const isAbove = (line: string, next: string) =>
    /^\s*\/\/ I\d/.test(line) && /^\s*(?:(?:it|test|describe)\b|\[|\.\.\.|\/\/ I\d)/.test(next);
  return lines.filter(
    (line, at) => idsIn(line).length > 0 && !isTitle(line) && !isAbove(line, lines[at + 1] ?? ''),
  );
}

function specs(): string[] {
  return TESTS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.spec.ts') || path.endsWith('.spec.tsx'))
      .map((path) => join(folder, path)),
  );
}
