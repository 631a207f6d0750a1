import type { Cast } from '../stage/cast.js';
import { Balancer, type HealthCheck } from './balancer.js';
import { Caller } from './caller.js';
import { Ledger } from './ledger.js';
import { Partner } from './partner.js';
import { PasswordPerson } from './password-person.js';
import { Prober } from './prober.js';
import { TokenPerson } from './token-person.js';

const PASSWORD_PEOPLE = 2;
const PARTNERS = 2;
const PROBERS = 2;

/** How many people of the cast are needed for so many with tokens. */
export function peopleFor(workers: number): number {
  return workers + PASSWORD_PEOPLE;
}

/** Everybody who calls, at once, and the ledger of what they were told. */
export class Workload {
  readonly ledger = new Ledger();
  readonly balancer: Balancer;
  private callers = 0;
  private isOver = false;
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    nodes: readonly string[],
    private readonly cast: Cast,
    check: HealthCheck,
  ) {
    this.balancer = new Balancer(nodes, check);
  }

  begin(): void {
    const tokenPeople = this.cast.people.slice(PASSWORD_PEOPLE);
    const all = [
      ...tokenPeople.map((person) => new TokenPerson(this.newCaller(), this.cast, person)),
      ...this.cast.people
        .slice(0, PASSWORD_PEOPLE)
        .map((person) => new PasswordPerson(this.newCaller(), this.cast, person)),
      ...Array.from({ length: PARTNERS }, () => new Partner(this.newCaller(), this.cast)),
      ...Array.from({ length: PROBERS }, () => new Prober(this.newCaller())),
    ];
    this.work = Promise.all(all.map((one) => one.live(() => this.isOver)));
  }

  /** Nothing new is begun; what is open is repeated until it is answered. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.work;
    this.ledger.successes.close();
  }

  close(): void {
    this.isOver = true;
    this.balancer.close();
  }

  newCaller(): Caller {
    return new Caller(this.balancer, this.ledger, `10.17.0.${++this.callers}`);
  }
}
