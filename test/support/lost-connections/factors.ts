import { Authenticator, keyIn, protect, setupIn, type Protected } from '../authenticator.js';
import { CookieBrowser } from '../authorization.js';
import type { Member } from '../forgotten-password.js';
import type { Act } from './act.js';
import { newMember, type Stage } from './stage.js';

const PAGE = '/account/second-factor';
const STEP = '/sign-in/code';

interface AtHome {
  readonly browser: CookieBrowser;
  readonly me: Member;
  readonly mine: Protected;
}

async function signedIn({ server }: Stage, who: Member): Promise<CookieBrowser> {
  const browser = new CookieBrowser(server, { Accept: 'text/html' });
  await browser.signIn(who);
  return browser;
}

/** A protected account that is signed in. */
async function atHome(stage: Stage): Promise<AtHome> {
  const me = await newMember(stage.server);
  const browser = await signedIn(stage, me);
  return { browser, me, mine: await protect(stage.server, browser) };
}

/** A protected account in a known browser with a fresh confirmation. */
async function waiting(stage: Stage): Promise<AtHome> {
  const { browser, me, mine } = await atHome(stage);
  browser.cookies.delete('JSESSIONID');
  await browser.signIn(me);
  return { browser, me, mine };
}

/** People's use of their second factors. */
export const FACTORS: Readonly<Record<string, Act>> = {
  'a second factor is set up': async (stage) => {
    const me = await newMember(stage.server);
    const browser = await signedIn(stage, me);
    const page = await browser.post(PAGE);
    const code = new Authenticator(stage.server, keyIn(page)).code();
    return () => browser.postAlone(`${PAGE}/confirm`, { setup: setupIn(page), code });
  },
  'new recovery codes': async (stage) => {
    const { browser } = await atHome(stage);
    return () => browser.postAlone(`${PAGE}/codes`);
  },
  'a second factor is removed': async (stage) => {
    const { browser } = await atHome(stage);
    return () => browser.postAlone(`${PAGE}/remove`);
  },
  'a first step of two': async (stage) => {
    const { me } = await waiting(stage);
    const browser = new CookieBrowser(stage.server, { Accept: 'text/html' });
    return () => browser.signIn(me);
  },
  'a second step by a code': async (stage) => {
    const { browser, mine } = await waiting(stage);
    await browser.post(STEP, { code: mine.app.wrong() }); // its counting may be lost without harm: it is not cut
    const code = mine.app.next();
    return () => browser.postAlone(STEP, { code });
  },
  'a second step by a recovery code': async (stage) => {
    const { browser, mine } = await waiting(stage);
    return () => browser.postAlone(STEP, { recovery: mine.recovery[0] });
  },
  'a browser is no longer trusted': async (stage) => {
    const { browser, mine } = await waiting(stage);
    await browser.post(STEP, { code: mine.app.next(), trust: 'yes' });
    const { text } = await browser.get(PAGE);
    const [, digest] = /name="browser" value="([0-9a-f]{64})"/.exec(text) ?? [];
    return () => browser.postAlone(`${PAGE}/untrust`, { browser: digest });
  },
};
