import { Outbox } from '../../src/identity/notifications/outbox.js';
import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { basic, post, type Answer } from './a01.js';
import { rows } from './database-rows.js';
import { CLIENTS } from './fixtures.js';
import { outcomePageOf, request, type RawAnswer } from './http.js';
import type { TestServer } from './start-app.js';

type Form = Readonly<Record<string, string>>;

export const PASSWORD = 'marzipan-gallop-41';
let guests = 0;

/** An unused e-mail address. */
export function newEmail(): string {
  guests++;
  return `guest${guests}@invited.example`;
}

export function newPhone(): string {
  guests++;
  return `+4915112${String(guests).padStart(6, '0')}`;
}

/** A call of §4.5 by the provisioning client. */
export function provision(server: TestServer, operation: string, form: Form): Promise<Answer> {
  return post(server, `/api/prov/${operation}`, form, basic(CLIENTS.provisioning));
}

/** Calls createaccount with a new family. */
export function createAccount(server: TestServer, changes: Form = {}): Promise<Answer> {
  return provision(server, 'createaccount', {
    FamilyName: 'The Millers',
    Type: 'Email',
    UserName: 'Mia',
    UserCountryCode: 'DE',
    ...(changes.Identifier === undefined ? { Identifier: newEmail() } : {}),
    ...changes,
  });
}

/** Invites a user. @returns the account */
export async function invite(server: TestServer, changes: Form = {}): Promise<string> {
  return resultOf(await createAccount(server, changes));
}

/** The result of a call. */
export function resultOf({ status, body }: Answer): string {
  if (status !== 200) throw new Error(`the call was refused: ${JSON.stringify(body)}`);
  return String(body.a01.r.r);
}

interface OutboxRow {
  readonly id: string;
  readonly kind: string;
  readonly channel: string;
  readonly recipient: string;
  readonly locale: string;
  readonly payload: Buffer | null;
  readonly attempts: number;
  readonly next_at: Date | null;
  readonly sent_at: Date | null;
  readonly last_error: string | null;
}

/** The messages to an account, the newest first. */
export function outboxOf(server: Pick<TestServer, 'get'>, accountId: string): Promise<OutboxRow[]> {
  const sql = 'SELECT * FROM outbox_message WHERE account_id = $1 ORDER BY id DESC';
  return rows<OutboxRow>(server, sql, [accountId]);
}

/** The path of the newest link to an account, ignoring messages without a link. */
export async function linkOf(server: Pick<TestServer, 'get'>, accountId: string): Promise<string> {
  for (const { payload } of await outboxOf(server, accountId)) {
    if (payload === null) throw new Error('the link was sent');
    const content = server.get(Outbox).open(payload);
    if ('link' in content) return new URL(content.link).pathname;
  }
  throw new Error('there is no link');
}

/** The link in a message. */
export function linkIn(server: Pick<TestServer, 'get'>, sealed: Buffer): URL {
  const payload = server.get(Outbox).open(sealed);
  if (!('link' in payload)) throw new Error('the message brings no link');
  return new URL(payload.link);
}

/** An invited user, and the path of the link. */
export async function invited(
  server: TestServer,
  changes: Form = {},
): Promise<{ accountId: string; path: string }> {
  const accountId = await invite(server, changes);
  return { accountId, path: await linkOf(server, accountId) };
}

/** Requests a page as a browser does. */
export function page(
  server: TestServer,
  path: string,
  headers: Form = {},
  method: 'GET' | 'HEAD' = 'GET',
): Promise<RawAnswer> {
  return request(server, { method, path, headers: { Accept: 'text/html', ...headers } });
}

/** Posts a form as a browser does, and opens the page that tells its outcome. */
export async function submit(
  server: TestServer,
  path: string,
  form: Form = { name: 'Mia', password: PASSWORD },
  headers: Form = {},
): Promise<RawAnswer> {
  const answer = await request(server, { path, form, headers: { Accept: 'text/html', ...headers } });
  const page = outcomePageOf(answer);
  return page === null ? answer : request(server, { path: page, headers });
}

/** The account's status in the database. */
export async function statusOf(server: TestServer, accountId: string): Promise<string> {
  const [row] = await rows<{ status: string }>(server, 'SELECT status FROM account WHERE id = $1', [
    accountId,
  ]);
  return row.status;
}

/** For each identifier of the account whether it is validated, in the order in which they were added. */
export async function validated(server: TestServer, accountId: string): Promise<boolean[]> {
  const sql = 'SELECT is_validated AS yes FROM account_identifier WHERE account_id = $1 ORDER BY id';
  return (await rows<{ yes: boolean }>(server, sql, [accountId])).map(({ yes }) => yes);
}

/** Sends due messages, including those added during an earlier run. */
export async function deliver(server: TestServer): Promise<void> {
  const worker = server.get(OutboxWorker);
  await worker.run();
  await worker.run();
}

/** The text of the first heading, as HTML. */
export function headingOf({ text }: RawAnswer): string {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '';
}
