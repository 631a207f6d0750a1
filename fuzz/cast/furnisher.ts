import { setTimeout as sleep } from 'node:timers/promises';
import bcrypt from 'bcrypt';
import type { Answer } from '../wire/answer.js';
import { header } from '../wire/answer.js';
import type { Cast, Credentials, People, User } from './cast.js';

const ACCOUNTS = 40;
const ADMINISTRATORS = 4;
const OTHERS_TRIED = 20;
const SESSION = '/admin/api/session';
const WITHOUT_RIGHTS = [401, 403, 429];
const UNAVAILABLE = '"urn:hearth:problem:unavailable"';
const MOST_TIMES = 10;
const REPEAT_PAUSE_MS = 200;
const JSON_TYPE = 'application/json';
const NDJSON = 'application/x-ndjson';
const LOWEST_COST = 4; // these accounts protect nothing

/** Sends a request to the administration API. */
export type Ask = (
  method: string,
  path: string,
  headers: readonly (readonly [string, string])[],
  body: string | null,
) => Promise<Answer>;

/** Creates what requests need, as an administrator: clients, and accounts with known passwords. */
export class Furnisher {
  private readonly promoted: Credentials[] = [];

  constructor(private readonly ask: Ask) {}

  /** Creates the clients, or those that requests have deleted. @throws Error with the server's answer */
  async clients(cast: Cast): Promise<void> {
    const configuration = JSON.stringify(cast.configuration);
    await this.asAdministrator(cast, (cookie) =>
      this.send('POST', '/admin/api/configuration', cookie, JSON_TYPE, configuration),
    );
  }

  /** @param group makes its accounts unique */
  async people(cast: Cast, group: string): Promise<People> {
    const all = await this.asAdministrator(cast, (cookie) => this.imported(cast, group, cookie));
    const administrators = all.slice(0, ADMINISTRATORS);
    for (const { accountId, email } of administrators) {
      const path = `/admin/api/accounts/${accountId}`;
      const promotion = JSON.stringify({ role: 'administrator' });
      await this.asAdministrator(cast, (cookie) => this.send('PATCH', path, cookie, JSON_TYPE, promotion));
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

  /** As the first administrator, or as another one if requests have made that account unusable or removed its role. */
  private async asAdministrator<T>(cast: Cast, work: (cookie: string) => Promise<T>): Promise<T> {
    let last = new Refused('nobody can sign in', 0);
    for (const administrator of [cast.administrator, ...this.promoted.slice(-OTHERS_TRIED)]) {
      try {
        const answer = await this.send('POST', SESSION, null, JSON_TYPE, JSON.stringify(administrator));
        return await work((header(answer, 'set-cookie') ?? '').split(';')[0]);
      } catch (cause) {
        if (!(cause instanceof Refused) || !WITHOUT_RIGHTS.includes(cause.status)) throw cause;
        last = cause;
      }
    }
    throw last;
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
    for (let times = 1; ; times++) {
      const answer = await this.ask(method, path, headers, body);
      const { status } = answer;
      if (status < 300) return answer;
      const said = answer.body.toString().slice(0, 500);
      // As any client: requests that cross it may have made it fail, and nothing was changed.
      if (!said.includes(UNAVAILABLE) || times === MOST_TIMES)
        throw new Refused(`${method} ${path} answered ${status}: ${said}`, status);
      await sleep(REPEAT_PAUSE_MS);
    }
  }
}

class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

type Person = Omit<User, 'accountId'>;

function personOf(name: string): Person {
  return { email: `${name}@people.fuzz.test`, login: `login-${name}`, externalId: `ext-${name}` };
}

function lineOf({ email, login, externalId }: Person, issuer: string, passwordHash: string): object {
  const identifiers = [
    { type: 'Email', value: email, isValidated: true },
    { type: 'Login', value: login, isValidated: true },
    { type: 'ExternalId', value: externalId, issuer, isValidated: true },
  ];
  return { name: `Person ${login}`, identifiers, passwordHash, countryCode: 'DE', locale: 'de' };
}
