import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/** A name, and the files that have it. */
type Namesakes = readonly [name: string, paths: readonly string[]];

/** One function for each command, all with one signature. */
const REGISTER = /^src\/cli\/commands\//;

describe('names in src', () => {
  const paths = sources();

  it('are exported by one file each', () => {
    expect(namesakes(paths.flatMap((path) => exportsOf(path, readFileSync(path, 'utf8'))))).toEqual([]);
  });

  it('are file names once', () => {
    const files = paths.filter((path) => basename(path) !== 'main.ts');
    expect(namesakes(files.map((path) => [basename(path), path]))).toEqual([]);
  });

  it('are found in every kind of exported declaration', () => {
    const source = [
      'export const a = 1, b = 2;',
      'export function c(): void {}',
      'export abstract class D {}',
      'export interface E {}',
      'export type F = 1;',
      'export enum G {}',
      'const h = 1;',
    ].join('\n');
    expect(exportsOf('src/a.ts', source).map(([name]) => name)).toEqual(['a', 'b', 'c', 'D', 'E', 'F', 'G']);
  });

  it('are reported with their files if two have one', () => {
    expect(namesakes([...exportsOf('src/a.ts', 'export const same = 1;'), ['same', 'src/b.ts']])).toEqual([
      ['same', ['src/a.ts', 'src/b.ts']],
    ]);
  });

  it('may be `register` in every command', () => {
    expect(exportsOf('src/cli/commands/a.ts', 'export function register(): void {}')).toEqual([]);
    expect(exportsOf('src/cli/a.ts', 'export function register(): void {}')).toHaveLength(1);
  });
});

/** Sources without their specs. */
function sources(): string[] {
  return execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.tsx'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => !/\.spec\.tsx?$/.test(path));
}

function exportsOf(path: string, source: string): [name: string, path: string][] {
  const { statements } = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  return statements
    .filter((statement) => isExported(statement))
    .flatMap((statement) => namesOf(statement))
    .filter((name) => !(name === 'register' && REGISTER.test(path)))
    .map((name) => [name, path]);
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? name.text : [],
    );
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

/** The names that more than one file has; overloads of one file count once. */
function namesakes(pairs: readonly (readonly [name: string, path: string])[]): Namesakes[] {
  const all = new Map<string, Set<string>>();
  for (const [name, path] of pairs) all.set(name, (all.get(name) ?? new Set()).add(path));
  return [...all].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, [...paths]]);
}
