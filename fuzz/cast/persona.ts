import type { Random } from '../random.js';
import type { MacKey } from '../requests/mac.js';
import type { Cast, ClientRole, Credentials, People, User } from './cast.js';
import { Jar } from './jar.js';
import { kindOf, Stock } from './stock.js';

/** Some come past the proxy, as from the machine itself. */
const DIRECT_PERCENT = 5;

/** An access token with what belongs to it. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | null;
  readonly mac: MacKey | null;
  readonly client: ClientRole;
}

/**
 * Who sends the requests of one connection: a user with a browser and tokens, an administrator, a partner. Each connection
 * has its own, so that what one does does not change what another draws from its seed.
 */
export class Persona {
  readonly stock = new Stock();
  readonly browser = new Jar();
  readonly desk = new Jar();
  isSignedIn = false;
  isAdministering = false;
  /** A client that requests are sent as is gone. */
  misses = false;
  bearer: Tokens | null = null;
  mac: Tokens | null = null;
  /** Of the client that administers, and of the partner: their own. */
  deskToken: string | null = null;
  partnerToken: string | null = null;
  private people: People = { users: [], administrators: [] };
  private userAt = 0;
  private administratorAt = 0;
  private names = 0;

  constructor(
    readonly cast: Cast,
    readonly random: Random,
    /** Tells what it makes from what others make. */
    private readonly mark: string,
    /** Headers of the proxy in front, where the server believes them. */
    private readonly isProxied: boolean,
  ) {}

  get isPopulated(): boolean {
    const { users, administrators } = this.people;
    return this.userAt < users.length && this.administratorAt < administrators.length;
  }

  /** Fresh accounts, in place of those that its requests spoilt. */
  populate(people: People): void {
    this.people = people;
    this.userAt = this.administratorAt = 0;
    for (const { accountId } of people.users.slice(0, 5)) this.stock.add('accountId', { accountId });
  }

  get user(): User {
    return this.people.users[this.userAt];
  }

  get administrator(): Credentials {
    return {
      identifier: this.people.administrators[this.administratorAt].email,
      password: this.cast.password,
    };
  }

  /** The account is deleted, disabled, or has another password now. */
  leaveUser(): void {
    this.userAt++;
    this.signedOut();
  }

  signedOut(): void {
    this.isSignedIn = false;
    this.bearer = this.mac = null;
    this.browser.clear();
  }

  /** Nobody signs in as this one any more, for now or for good. */
  leaveAdministrator(): void {
    this.administratorAt++;
    this.leaveDesk();
  }

  leaveDesk(): void {
    this.isAdministering = false;
    this.deskToken = null;
    this.desk.clear();
  }

  /** A name that was never there. */
  newName(what: string): string {
    return `${what}${this.cast.run}${this.mark}x${this.names++}`;
  }

  /** What a proxy in front adds: another address each time, so that no address is slowed down for what all of them do. */
  forwarded(): [string, string][] {
    const { random } = this;
    if (!this.isProxied || random.chance(DIRECT_PERCENT)) return [];
    const address = random.chance(80)
      ? `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
      : `2001:db8:${random.below(65_536).toString(16)}::${random.below(65_536).toString(16)}`;
    return [
      ['X-Forwarded-For', address],
      ['X-Forwarded-Proto', 'https'],
    ];
  }

  /** Values for these names that belong together; null when nothing is known. */
  kit(names: readonly string[]): Readonly<Record<string, string>> | null {
    const whole = this.stock.pick(kindOf(names), this.random);
    if (whole || names.length === 1) return whole ?? null;
    const singles = names.map((name) => this.stock.pick(name, this.random));
    return singles.every((one) => one !== undefined)
      ? (Object.assign({}, ...singles) as Record<string, string>)
      : null;
  }
}
