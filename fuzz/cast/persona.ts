import type { Random } from '../random.js';
import type { MacKey } from '../requests/mac.js';
import type { Cast, ClientRole, Credentials, People, User } from './cast.js';
import { Jar } from './jar.js';
import { kindOf, Stock } from './stock.js';

/** Percentage of connections that bypass the proxy, as if from the server's own machine. */
const DIRECT_PERCENT = 5;
/** The number of accounts that one walk takes. */
const SPARE_USERS = 4;

/** An access token and its related values. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | null;
  readonly mac: MacKey | null;
  readonly client: ClientRole;
}

/**
 * The identities behind one connection: a user with a browser and tokens, an administrator, a partner. Each connection
 * has its own, so that its random choices do not depend on other connections.
 */
export class Persona {
  readonly stock = new Stock();
  readonly browser = new Jar();
  readonly desk = new Jar();
  /** For calls. */
  isSignedIn = false;
  isOnPages = false;
  /** For its API. */
  isAdministering = false;
  isInConsole = false;
  /** Set when a client used for requests was deleted. */
  misses = false;
  bearer: Tokens | null = null;
  mac: Tokens | null = null;
  /** Client tokens of the administrating client, and of the partner. */
  deskToken: string | null = null;
  partnerToken: string | null = null;
  private people: People = { users: [], administrators: [] };
  private userAt = 0;
  private administratorAt = 0;
  private names = 0;

  constructor(
    readonly cast: Cast,
    readonly random: Random,
    /** Makes its names unique. */
    private readonly mark: string,
    /** Whether the server trusts the headers of the proxy. */
    private readonly isProxied: boolean,
  ) {}

  get isPopulated(): boolean {
    const { users, administrators } = this.people;
    return this.userAt + SPARE_USERS < users.length && this.administratorAt < administrators.length;
  }

  /** Replaces the accounts that requests made unusable. */
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

  /** The account was deleted or disabled, or its password changed. */
  leaveUser(): void {
    this.userAt++;
    this.signedOut();
  }

  /** Takes an account, so that no other request is sent as this user. */
  takeUser(): User {
    const { user } = this;
    this.people = { ...this.people, users: this.people.users.filter((other) => other !== user) };
    this.signedOut();
    return user;
  }

  signedOut(): void {
    this.isSignedIn = this.isOnPages = false;
    this.bearer = this.mac = null;
    this.browser.clear();
  }

  /** This administrator can't sign in any more, at least for now. */
  leaveAdministrator(): void {
    this.administratorAt++;
    this.leaveDesk();
  }

  leaveDesk(): void {
    this.isAdministering = this.isInConsole = false;
    this.deskToken = null;
    this.desk.clear();
  }

  /** A name that was never used. */
  newName(what: string): string {
    return `${what}${this.cast.run}${this.mark}x${this.names++}`;
  }

  /** The proxy's headers, unless the request comes past it: a different address each time, so that the throttle for addresses does not apply. */
  forwarded(isProxied = !this.random.chance(DIRECT_PERCENT)): [string, string][] {
    const { random } = this;
    if (!this.isProxied || !isProxied) return [];
    const address = random.chance(80)
      ? `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
      : `2001:db8:${random.below(65_536).toString(16)}::${random.below(65_536).toString(16)}`;
    return [
      ['X-Forwarded-For', address],
      ['X-Forwarded-Proto', 'https'],
    ];
  }

  /** Consistent values for these names; null when none are known. */
  kit(names: readonly string[]): Readonly<Record<string, string>> | null {
    const whole = this.stock.pick(kindOf(names), this.random);
    if (whole || names.length === 1) return whole ?? null;
    const singles = names.map((name) => this.stock.pick(name, this.random));
    return singles.every((one) => one !== undefined)
      ? (Object.assign({}, ...singles) as Record<string, string>)
      : null;
  }
}
