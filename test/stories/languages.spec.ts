import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Language } from '../../src/platform/pages/texts/texts.js';
import { CookieBrowser } from '../support/authorization.js';
import { rows } from '../support/database-rows.js';
import { addressOf, ELSEWHERE, pagesOf, readerOf } from '../support/every-page.js';
import { ANNA } from '../support/fixtures.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { JwksServer } from '../support/jwks-server.js';
import { ISSUER, startWithPartners } from '../support/single-sign-on.js';
import type { TestServer } from '../support/start-app.js';

/** Pages for operators and developers: in English only. */
const ENGLISH = /^(home|docs\w*|admin\w*)$/;
/** Names, numbers and addresses, which are equal in every language. */
const DATA = /^(Hearth|Browser|Chrome|Node|[\W\d_]*|.*@.*|\+\d+|.*\.example)$/u;
/** Names of these tests, and initials of them. */
const NAMES = /^(anna\.k|Anna K\.?|Ben|The Ks|The Ks · Hearth|The Others|Portal|[A-Z]{1,2})$/;

interface ShownPage {
  /** The address behind a redirect. */
  readonly shownAt: string;
  /** Where the choice of another language leads back. */
  readonly next: string | undefined;
  /** Without names of countries, languages and time zones. */
  readonly text: string;
}

/**
 * Every page for people by the list of routes (D26): a new one is included automatically. Its states, in each language,
 * are looked at without a server (src/page-states.spec.ts).
 */
describe('every page for people', () => {
  let server: TestServer;
  let portal: IdentityProvider;
  let published: JwksServer;
  let paths: string[];
  beforeAll(async () => {
    [portal, published] = await Promise.all([IdentityProvider.make(ISSUER), JwksServer.start()]);
    server = await startWithPartners(portal, published);
    const routes = pagesOf(server).filter(
      (route) =>
        readerOf(route) !== 'administrator' &&
        !ENGLISH.test(route.operation.name) &&
        !(route.operation.name in ELSEWHERE),
    );
    paths = await Promise.all(routes.map((route) => addressOf(route, { server, portal })));
    expect(paths.length).toBeGreaterThan(14);
  });
  afterAll(async () => {
    await server.close();
    await published.close();
  });

  /** Every page by its address, without names of countries, languages and time zones. */
  async function pagesIn(language: Language): Promise<Map<string, ShownPage>> {
    const browser = new CookieBrowser(server, { 'Accept-Language': language });
    await browser.signIn(ANNA);
    const stranger = new CookieBrowser(server, { 'Accept-Language': language });
    const found = new Map<string, ShownPage>();
    for (const path of paths) {
      const who = path.startsWith('/account') ? browser : stranger;
      let shownAt = path;
      let answer = await who.get(path);
      if (answer.headers.location !== undefined) {
        const { pathname, search } = new URL(answer.headers.location, server.url);
        shownAt = pathname + search;
        answer = await who.get(shownAt);
      }
      expect([path, answer.status, answer.text.includes(`<html lang="${language}"`)]).toEqual([
        path,
        200,
        true,
      ]);
      const next = /plain languages"><input type="hidden" name="next" value="([^"]*)"/
        .exec(answer.text)?.[1]
        .replaceAll('&amp;', '&');
      const text = answer.text.replace(/<(select|style|script|svg|fieldset)\b.*?<\/\1>/gs, '');
      found.set(path, { shownAt, next, text });
    }
    return found;
  }

  const textsOf = (page: string): string[] =>
    page.match(/(?<=>)[^<>]+(?=<)/g)?.map((text) => text.trim()) ?? [];

  it("is in its reader's language, with times in their zone, and comes back in another one (row 27, D235)", async () => {
    await rows(server, "UPDATE account SET time_zone = 'Asia/Kolkata' RETURNING 1");
    const [english, polish] = [await pagesIn('en'), await pagesIn('pl')];
    const pages = [...english, ...polish];
    const inUtc = pages.filter(([, page]) =>
      /UTC(?![+−-]?\d)/.test(page.text.replace(/<head>.*<\/head>/s, '')),
    );
    expect(inUtc.map(([path]) => path)).toEqual([]);
    expect(pages.filter(([, { text }]) => /(GMT|UTC)\+5:30/.test(text)).length).toBeGreaterThan(10);
    const comesBack = pages.filter(([, { next }]) => next !== undefined);
    for (const [path, { shownAt, next }] of comesBack) expect([path, next]).toEqual([path, shownAt]);
    expect(comesBack.length).toBe(pages.length);
    const left = [...polish].flatMap(([path, { text }]) => {
      const before = textsOf(english.get(path)?.text ?? '');
      return textsOf(text).filter((each) => before.includes(each) && !DATA.test(each) && !NAMES.test(each));
    });
    expect(left).toEqual([]);
  });
});
