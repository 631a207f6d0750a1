import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const TOP = fileURLToPath(new URL('..', import.meta.url));
/** They write answers, and load sessions. */
const WRITERS = /^src\/platform\/http\//;
/** They set Express up. */
const APP = /^src\/[\w.]+\.ts$/;
/** Rules of sessions that hand what Node made on to the platform. */
const HANDS_ON = ['src/identity/sessions/http-sessions.ts', 'src/platform/operations/visit.ts'];

const sources = readdirSync(`${TOP}src`, { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path));
const withText = (text: RegExp, ...allowed: readonly RegExp[]) =>
  sources.filter(
    (path) => !allowed.some((each) => each.test(path)) && text.test(readFileSync(`${TOP}${path}`, 'utf8')),
  );

describe('pages are values: their handlers return what is shown, and the platform writes it', () => {
  it('no handler takes the response', () => {
    expect(withText(/@(Res|Response|Next)\(/)).toEqual([]);
  });

  it('no handler takes the request', () => {
    expect(withText(/@(Req|Request)\(/)).toEqual([]);
  });

  it('no rule knows Express', () => {
    expect(withText(/from 'express(-session)?'/, WRITERS)).toEqual([]);
  });

  it('no rule of people and sessions writes an answer', () => {
    const ofRules = withText(/\bServerResponse\b/, APP).filter(
      (path) => !/^src\/(platform|oauth\/access)\//.test(path),
    );
    expect(ofRules).toEqual([]);
  });

  it('no rule reaches through a visit to what Node made', () => {
    expect(
      withText(
        /\bvisit\.transport\b|\{[^}]*\btransport\b[^}]*\}: Visit|Visit\['transport'\]/,
        WRITERS,
      ).filter((path) => !HANDS_ON.includes(path)),
    ).toEqual([]);
  });
});
