import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
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

/** Every page for people by the list of routes (D26): a new one is included automatically. */
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
  async function pagesIn(language: string): Promise<Map<string, string>> {
    const browser = new CookieBrowser(server, { 'Accept-Language': language });
    await browser.signIn(ANNA);
    const stranger = new CookieBrowser(server, { 'Accept-Language': language });
    const found = new Map<string, string>();
    for (const path of paths) {
      const who = path.startsWith('/account') ? browser : stranger;
      let answer = await who.get(path);
      if (answer.headers.location !== undefined) {
        const { pathname, search } = new URL(answer.headers.location, server.url);
        answer = await who.get(pathname + search);
      }
      expect([path, answer.status, answer.text.includes(`<html lang="${language}"`)]).toEqual([
        path,
        200,
        true,
      ]);
      found.set(path, answer.text.replace(/<(select|style|script|svg|fieldset)\b.*?<\/\1>/gs, ''));
    }
    return found;
  }

  const textsOf = (page: string): string[] =>
    page.match(/(?<=>)[^<>]+(?=<)/g)?.map((text) => text.trim()) ?? [];

  it("has every time in the reader's zone, and names it, in every language (row 27)", async () => {
    await rows(server, "UPDATE account SET time_zone = 'Asia/Kolkata' RETURNING 1");
    for (const language of LANGUAGES) {
      const pages = [...(await pagesIn(language))];
      const inUtc = pages.filter(([, page]) => /UTC(?![+−-]?\d)/.test(page.replace(/<head>.*<\/head>/s, '')));
      expect([language, inUtc.map(([path]) => path)]).toEqual([language, []]);
      expect(pages.filter(([, page]) => /(GMT|UTC)\+5:30/.test(page)).length).toBeGreaterThan(5);
    }
  });

  it('has no English text in any of the other languages', async () => {
    const english = await pagesIn('en');
    const left: string[] = [];
    for (const language of LANGUAGES.filter((each) => each !== 'en'))
      for (const [path, page] of await pagesIn(language))
        for (const text of textsOf(page))
          if (textsOf(english.get(path) ?? '').includes(text) && !DATA.test(text) && !NAMES.test(text))
            left.push(`${language} ${path.replace(/[\w-]{43}/, '…')}: ${text}`);
    expect(left).toEqual([]);
  });
});
