import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { AdminApi, newAdmin, type Admin, type AdminAnswer } from './admin-api.js';
import { CookieBrowser, registerThirdParties } from './authorization.js';
import { rows } from './database-rows.js';
import { newMember, NEXT_PASSWORD, type Member } from './forgotten-password.js';
import { linkIn, newEmail, outboxOf } from './invitations.js';
import { startApp, type TestServer } from './start-app.js';

/** A compromised account, and the people who help its owner. */
export class StolenAccount {
  helper!: Admin;
  admin!: AdminApi;
  support!: AdminApi;
  me!: Member;

  private constructor(readonly server: TestServer) {}

  static async start(): Promise<StolenAccount> {
    const server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
    await registerThirdParties(server);
    return new StolenAccount(server);
  }

  /** Another account, a day later. */
  async renew(): Promise<void> {
    this.server.clock.advance({ days: 1 });
    await this.signInHelpers();
    this.me = await newMember(this.server);
  }

  async signInHelpers(): Promise<void> {
    this.helper = await newAdmin(this.server);
    this.admin = await AdminApi.signIn(this.server, this.helper);
    this.support = await AdminApi.signIn(this.server, await newAdmin(this.server, 'support'));
  }

  send(by: AdminApi, what: string, body?: object): Promise<AdminAnswer> {
    return by.send('POST', `/accounts/${this.me.id}/${what}`, { body });
  }

  async hold(): Promise<void> {
    const { status, text } = await this.send(this.support, 'hold');
    if (status !== 200) throw new Error(`${status} ${text}`);
  }

  secure(body: object, by = this.admin): Promise<AdminAnswer> {
    return this.send(by, 'secure', body);
  }

  setStatus(status: 'active' | 'disabled'): Promise<AdminAnswer> {
    return this.admin.send('PATCH', `/accounts/${this.me.id}`, { body: { status }, ifMatch: '*' });
  }

  async account(): Promise<AdminAnswer['body']> {
    return (await this.admin.send('GET', `/accounts/${this.me.id}`)).body;
  }

  /** Its status, and whether it is on hold, until a time or secured. */
  async state(): Promise<[status: unknown, isHeld: boolean]> {
    const { status, heldUntil, securedAt } = await this.account();
    return [status, heldUntil !== null || securedAt !== null];
  }

  async signsIn(password: string): Promise<boolean> {
    const { email } = this.me;
    return (await new CookieBrowser(this.server).signIn({ email, password })).status === 303;
  }

  /** The kinds of messages to it, the newest first. */
  async kinds(): Promise<string[]> {
    return (await outboxOf(this.server, this.me.id)).map(({ kind }) => kind);
  }

  /** The recipients of messages of a kind, sorted. */
  async recipients(kind: string): Promise<string[]> {
    const sent = await outboxOf(this.server, this.me.id);
    return sent.flatMap((one) => (one.kind === kind ? one.recipient : [])).sort();
  }

  async identifierOf(value: string): Promise<string> {
    const sql = 'SELECT id::text FROM account_identifier WHERE value = $1';
    return (await rows<{ id: string }>(this.server, sql, [value]))[0].id;
  }

  /** Adds an address without a link. */
  async addEmail(addedAt: Date | null = null, isValidated = true): Promise<string> {
    const email = newEmail();
    const sql = `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, added_at)
      VALUES ($1, 'Email', $2, $2, $3, $4) RETURNING 1`;
    await rows(this.server, sql, [this.me.id, email, isValidated, addedAt]);
    return email;
  }

  /** The path of the newest link of a kind. */
  async link(kind: 'reset' | 'recovery'): Promise<string> {
    const found = (await outboxOf(this.server, this.me.id)).find((one) => one.kind === kind);
    return linkIn(this.server, found?.payload as Buffer).pathname;
  }

  /** Chooses a new password by the newest reset link. @returns the status of the answer */
  async choose(): Promise<number> {
    const form = { password: NEXT_PASSWORD };
    return (await new CookieBrowser(this.server).post(await this.link('reset'), form)).status;
  }
}
