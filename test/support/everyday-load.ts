import { basic, bearer } from './a01.js';
import { CookieBrowser, exchange } from './authorization.js';
import { request, type Peer, type RawAnswer } from './http.js';
import { LegacyClient } from './legacy-client.js';

const PERSON = { email: 'mia@family.example', password: 'autumn-orchard-7' };
const APP = {
  id: 'album',
  secret: 'album-secret-1',
  name: 'Album',
  redirectUri: 'https://album.example/callback',
};
const PARTNER = { id: 'partner', secret: 'partner-secret-1' };

/** A bootstrap document with the clients and accounts of the load. */
export const EVERYDAY = {
  clients: [
    {
      clientId: APP.id,
      clientSecret: APP.secret,
      name: APP.name,
      ruleset: 'WEB',
      clientType: 'confidential',
      isPrivileged: true,
      redirectUrls: [APP.redirectUri],
    },
    {
      clientId: PARTNER.id,
      clientSecret: PARTNER.secret,
      name: 'Partner',
      ruleset: 'PROVISIONING',
      clientType: 'confidential',
      isPrivileged: false,
    },
  ],
  accounts: [
    {
      name: 'Mia',
      identifiers: [{ type: 'Email', value: PERSON.email, isValidated: true }],
      password: PERSON.password,
    },
  ],
};

/** Daily work of applications, browsers, legacy clients and partners, repeated until it is stopped. */
export class EverydayLoad {
  /** The wrong answers. */
  readonly failures: string[] = [];
  /** The number of complete rounds. */
  rounds = 0;
  private isOver = false;
  private readonly running: Promise<void>[];

  constructor(
    private readonly server: Peer,
    callers: number,
  ) {
    this.running = Array.from({ length: callers }, () =>
      this.run().catch((cause: unknown) => void this.failures.push(String(cause))),
    );
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.running);
  }

  private async run(): Promise<void> {
    const legacy = new LegacyClient(this.server);
    await this.is(200, legacy.signIn(PERSON));
    let kept = await this.signIn();
    while (!this.isOver) {
      kept = await this.refreshed(kept);
      await this.is(200, legacy.account());
      await this.authorize();
      const { body } = await this.signIn();
      await this.is(200, this.post('/revoke', { token: body.access_token }));
      await this.is(401, this.account(body.access_token));
      await this.provision();
      this.rounds++;
    }
  }

  private async signIn(): Promise<RawAnswer> {
    const form = { grant_type: 'password', username: PERSON.email, password: PERSON.password };
    return this.is(200, this.post('/token', form));
  }

  private async refreshed({ body: { refresh_token } }: RawAnswer): Promise<RawAnswer> {
    const answer = await this.is(200, this.post('/token', { grant_type: 'refresh_token', refresh_token }));
    await this.is(200, this.account(answer.body.access_token));
    await this.is(200, this.post('/introspect', { token: answer.body.access_token }));
    return { ...answer, body: { ...answer.body, refresh_token: answer.body.refresh_token ?? refresh_token } };
  }

  /** A browser signs in, consents if asked, and the application redeems the code. */
  private async authorize(): Promise<void> {
    const { code } = await new CookieBrowser(this.server).connect(PERSON, APP);
    await this.is(200, exchange(this.server, APP, code));
  }

  private async provision(): Promise<void> {
    const call = (path: string, form: Record<string, string>) =>
      this.is(200, request(this.server, { path: `/api/prov/${path}`, form, headers: basic(PARTNER) }));
    const { body } = await call('createfamily', { FamilyName: 'The Millers' });
    const familyId = String(body.a01.r.r);
    await call('updatefamily', { familyId, Premium_Type: '2' });
    await call('deletefamily', { familyId });
  }

  private post(path: string, form: Record<string, string>): Promise<RawAnswer> {
    return request(this.server, { path, form, headers: basic(APP) });
  }

  private account(token: string): Promise<RawAnswer> {
    return request(this.server, { path: '/api/acc/getloggedaccount', headers: bearer(token) });
  }

  private async is(status: number, asked: Promise<RawAnswer>): Promise<RawAnswer> {
    const answer = await asked;
    if (answer.status !== status) this.failures.push(`${answer.status} ${answer.text}`);
    return answer;
  }
}
