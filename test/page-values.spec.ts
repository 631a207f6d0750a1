import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const TOP = fileURLToPath(new URL('..', import.meta.url));
/** They write answers, and load sessions. */
const WRITERS = /^src\/platform\/http\//;
/** They configure Express. */
const APP = /^src\/[\w.]+\.ts$/;

/** Texts of programs of others. */
const EXAMPLES = /^src\/platform\/reference\/snippets\//;

const sources = readdirSync(`${TOP}src`, { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path));
const withText = (text: RegExp, ...allowed: readonly RegExp[]) =>
  sources.filter(
    (path) => !allowed.some((each) => each.test(path)) && text.test(readFileSync(`${TOP}${path}`, 'utf8')),
  );

describe('pages are values: handlers return them, and the platform writes them', () => {
  it('no handler takes the response', () => {
    expect(withText(/@(Res|Response|Next)\(/)).toEqual([]);
  });

  it('no handler takes the request', () => {
    expect(withText(/@(Req|Request)\(/)).toEqual([]);
  });

  it('no rule uses Express', () => {
    expect(withText(/from 'express(-session)?'/, WRITERS, EXAMPLES)).toEqual([]);
  });

  it('no rule about people and sessions writes an answer', () => {
    const ofRules = withText(/\bServerResponse\b/, APP).filter(
      (path) => !/^src\/(platform|oauth\/access)\//.test(path),
    );
    expect(ofRules).toEqual([]);
  });

  it('no room uses HTTP of Node, but where calls are authenticated and documents of other servers are kept', () => {
    const ofHttp = withText(
      /from '(node:)?https?'/,
      APP,
      /^src\/(platform|cli|oauth\/access|oauth\/documents)\//,
    );
    expect(ofHttp).toEqual([]);
  });

  it("no rule reaches through a visit to Node's objects", () => {
    expect(
      withText(/\bvisit\.transport\b|\{[^}]*\btransport\b[^}]*\}: Visit|Visit\['transport'\]/, WRITERS),
    ).toEqual([]);
  });
});
