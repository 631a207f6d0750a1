import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import type { CookieBrowser } from './authorization.js';
import type { RawAnswer } from './http.js';
import { invited, linkIn, newEmail, outboxOf, PASSWORD, submit } from './invitations.js';
import type { TestServer } from './start-app.js';

export const NEXT_PASSWORD = 'a-quite-new-password-5';

/** A user with an account. */
export interface Member {
  readonly email: string;
  readonly password: string;
  readonly id: string;
}

export async function newMember(
  server: TestServer,
  { Identifier: email = newEmail(), UserName: name = 'Mia' }: Readonly<Record<string, string>> = {},
): Promise<Member> {
  const guest = await invited(server, { Identifier: email });
  await submit(server, guest.path, { name, password: PASSWORD });
  return { email, password: PASSWORD, id: guest.accountId };
}

/** Sends the form of the page; resolves after its messages were sent. */
export async function askForReset(
  server: TestServer,
  browser: CookieBrowser,
  identifier: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const answer = await browser.post('/forgot-password', { identifier, ...more });
  await server.get(LateLinks).settled(); // it answers before it sends
  return answer;
}

/** The newest message to an account, and the path of its link. */
export async function newestMessage(
  server: TestServer,
  accountId: string,
): Promise<{ kind: string; channel: string; recipient: string; path: string }> {
  const [newest] = await outboxOf(server, accountId);
  const { kind, channel, recipient, payload } = newest;
  if (payload === null) throw new Error(`the message was sent: ${JSON.stringify(newest)}`);
  const { pathname, search } = linkIn(server, payload);
  return { kind, channel, recipient, path: pathname + search };
}
