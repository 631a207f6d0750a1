import { makeSetupCode } from '../../src/identity/factors/setup-code-statements.js';
import { Database } from '../../src/platform/database/database.js';
import { CookieBrowser } from './authorization.js';
import { rows } from './database-rows.js';
import { digestOf } from '../../src/platform/security/secrets.js';
import { sessionIdOf } from './legacy-client.js';
import type { RawAnswer } from './http.js';
import { codeAt, keyOf, STEP_SECONDS } from './one-time-code.js';
import type { TestServer } from './start-app.js';

/** An authenticator application. */
export class Authenticator {
  private readonly key: Buffer;

  constructor(
    private readonly server: Pick<TestServer, 'clock'>,
    keyText: string,
  ) {
    this.key = keyOf(keyText);
  }

  /** @param drift steps of half a minute that its clock is ahead */
  code(drift = 0): string {
    return codeAt(this.key, this.server.clock.seconds + drift * STEP_SECONDS);
  }

  /** The code of a step without an accepted code. */
  next(): string {
    this.server.clock.advance({ seconds: STEP_SECONDS });
    return this.code();
  }

  /** A code that is refused at any time of the clock. */
  wrong(): string {
    const near = [-1, 0, 1].map((drift) => this.code(drift));
    return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) as string;
  }
}

/** An account with a second factor, and its owner's device and codes. */
export interface Protected {
  readonly app: Authenticator;
  readonly recovery: readonly string[];
}

/** Sets a second factor up on the pages, in a browser that is signed in. */
export async function protect(server: TestServer, browser: CookieBrowser): Promise<Protected> {
  const page = await browser.post('/account/second-factor');
  const app = new Authenticator(server, keyIn(page));
  const done = await browser.post('/account/second-factor/confirm', {
    setup: setupIn(page),
    code: app.code(),
    ...(page.text.includes('name="setupCode"') && { setupCode: await setupCodeIn(server, browser) }),
  });
  const recovery = recoveryIn(done);
  if (recovery.length !== 10) throw new Error(`not set up: ${done.status} ${done.text}`);
  return { app, recovery };
}

/** Sets it up for an account that is not signed in yet. */
export async function protectedMember(
  server: TestServer,
  who: { readonly email: string; readonly password: string },
): Promise<Protected> {
  const browser = new CookieBrowser(server);
  await browser.signIn(who);
  return protect(server, browser);
}

/** A set-up code, as another administrator makes it. */
export async function setupCodeFor(server: TestServer, accountId: string): Promise<string> {
  const at = server.clock.now();
  return (await server.get(Database).transaction((tx) => makeSetupCode(tx, accountId, at))).code;
}

/** Sets it up in a signed-in browser. */
async function setupCodeIn(server: TestServer, { cookies }: CookieBrowser): Promise<string> {
  const session = digestOf(sessionIdOf(`JSESSIONID=${cookies.get('JSESSIONID') as string}`));
  const [{ id }] = await rows<{ id: string }>(
    server,
    'SELECT account_id::text AS id FROM session WHERE digest = $1',
    [session],
  );
  return setupCodeFor(server, id);
}

export function keyIn({ text }: RawAnswer): string {
  return /<code>([A-Z2-7 ]{39})<\/code>/.exec(text)?.[1] ?? '';
}

export function setupIn({ text }: RawAnswer): string {
  return /name="setup" value="([\w-]+)"/.exec(text)?.[1] ?? '';
}

export function recoveryIn({ text }: RawAnswer): string[] {
  return [...text.matchAll(/<code>((?:[0-9a-z]{5}-){4}[0-9a-z]{5})<\/code>/g)].map(([, code]) => code);
}
