import bcrypt from 'bcrypt';
import type { Answer } from '../wire/answer.js';
import { header } from '../wire/answer.js';
import type { Cast, Credentials, People, User } from './cast.js';

const ACCOUNTS = 40;
const ADMINISTRATORS = 4;
const OTHERS_TRIED = 20;
const SESSION = '/admin/api/session';
const JSON_TYPE = 'application/json';
const NDJSON = 'application/x-ndjson';
const LOWEST_COST = 4; // the run's own accounts protect nothing

/** One request to the administration's API. */
export type Ask = (
  method: string,
  path: string,
  headers: readonly (readonly [string, string])[],
  body: string | null,
) => Promise<Answer>;

/** Makes what requests need on a server, as an administrator: clients, and accounts with a password that is known. */
export class Furnisher {
  private readonly promoted: Credentials[] = [];

  constructor(private readonly ask: Ask) {}

  /** Also when some of it is there, as when a request deleted the others: the rest is added. @throws Error that says what the server answered */
  async clients(cast: Cast): Promise<void> {
    const cookie = await this.signIn(cast);
    await this.send(
      'POST',
      '/admin/api/configuration',
      cookie,
      JSON_TYPE,
      JSON.stringify(cast.configuration),
    );
  }

  /** @param group tells its accounts from those of others */
  async people(cast: Cast, group: string): Promise<People> {
    const cookie = await this.signIn(cast);
    const all = await this.imported(cast, group, cookie);
    const administrators = all.slice(0, ADMINISTRATORS);
    for (const { accountId, email } of administrators) {
      const path = `/admin/api/accounts/${accountId}`;
      await this.send('PATCH', path, cookie, JSON_TYPE, JSON.stringify({ role: 'administrator' }));
      this.promoted.push({ identifier: email, password: cast.password });
    }
    return { administrators, users: all.slice(ADMINISTRATORS) };
  }

  private async imported(cast: Cast, group: string, cookie: string): Promise<User[]> {
    const passwordHash = await bcrypt.hash(cast.password, LOWEST_COST);
    const people = Array.from({ length: ACCOUNTS }, (_, n) => personOf(`${cast.run}-${group}-${n}`));
    const lines = people.map((person) => JSON.stringify(lineOf(person, cast.portalIssuer, passwordHash)));
    const { body } = await this.send('POST', '/admin/api/accounts/import', cookie, NDJSON, lines.join('\n'));
    const { items } = JSON.parse(body.toString()) as { items: { accountId?: string; message?: string }[] };
    return items.map(({ accountId, message }, n) => {
      if (!accountId) throw new Error(`an account could not be imported: ${message ?? 'no reason given'}`);
      return { accountId, ...people[n] };
    });
  }

  /** As the first administrator, or as another where requests have spoilt that account. */
  private async signIn(cast: Cast): Promise<string> {
    const tried = [cast.administrator, ...this.promoted.slice(-OTHERS_TRIED)];
    for (const [i, administrator] of tried.entries()) {
      const answer = await this.ask(
        'POST',
        SESSION,
        [['Content-Type', JSON_TYPE]],
        JSON.stringify(administrator),
      );
      if (answer.status === 201) return (header(answer, 'set-cookie') ?? '').split(';')[0];
      if (i === tried.length - 1) throw new Error(refusal('POST', SESSION, answer));
    }
    throw new Error('nobody can sign in');
  }

  private async send(
    method: string,
    path: string,
    cookie: string | null,
    type: string,
    body: string,
  ): Promise<Answer> {
    const headers: [string, string][] = [
      ['Content-Type', type],
      ['If-Match', '*'],
    ];
    if (cookie !== null) headers.push(['Cookie', cookie]);
    const answer = await this.ask(method, path, headers, body);
    if (answer.status >= 300) throw new Error(refusal(method, path, answer));
    return answer;
  }
}

function refusal(method: string, path: string, { status, body }: Answer): string {
  return `${method} ${path} answered ${status}: ${body.toString().slice(0, 500)}`;
}

type Person = Omit<User, 'accountId'>;

function personOf(name: string): Person {
  return { email: `${name}@people.fuzz.test`, login: `login-${name}`, externalId: `ext-${name}` };
}

function lineOf({ email, login, externalId }: Person, issuer: string, passwordHash: string): object {
  const identifiers = [
    { type: 'Email', value: email, validated: true },
    { type: 'Login', value: login, validated: true },
    { type: 'ExternalId', value: externalId, issuer, validated: true },
  ];
  return { name: `Person ${login}`, identifiers, passwordHash, countryCode: 'DE', locale: 'de' };
}
