import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { PLACE_MS } from '../waits.js';
import type { Clock } from './clock.js';

const LOOK_EVERY_MS = 100;
/**
 * After this many turns of known callers one goes to an unknown caller, who would otherwise get none in a busy hour.
 */
const KNOWN_IN_A_ROW = 3;

export interface Asker {
  /** Callers of one party share its turns: a network, a signed-in account, a mailed link. */
  readonly party: string;
  /** Whether it authenticated, now or from this network before: it takes precedence. */
  readonly isKnown: boolean;
  /** The target of the attempt, where only a few attempts on the same may run at once. */
  readonly subject?: string;
}

interface Limits {
  /** Concurrent turns, and those for one subject among them. */
  readonly turns: number;
  readonly turnsOfOne: number;
  /** Beyond it, the newest caller of the largest party is rejected. */
  readonly waiting: number;
}

interface Place extends Asker {
  readonly until: number;
  begin(): void;
  giveUp(reason: string, retryAfterSeconds: number): void;
}

/**
 * Schedules slow work: parties take turns, known callers first. Nobody waits longer than four seconds, and one party
 * can't crowd out the others: when the queue is full, the largest party loses its newest caller.
 */
export class FairQueue {
  private readonly known = new WaitingLine<Place>();
  private readonly strangers = new WaitingLine<Place>();
  private readonly turnsOf = new Map<string, number>();
  private turns = 0;
  private knownInARow = 0;
  /** Rejects callers that have waited too long; runs while anybody waits. */
  private watch: NodeJS.Timeout | null = null;

  constructor(
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * @param work gets whether it had to wait: data read before may have changed
   * @throws CallError unavailable when the queue is full, or its turn did not come in time
   */
  async turn<T>(asker: Asker, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    const hasWaited = !this.mayBegin(asker);
    if (hasWaited) await this.wait(asker);
    else this.begin(asker);
    try {
      return await work(hasWaited);
    } finally {
      this.end(asker);
    }
  }

  get waiting(): number {
    return this.known.size + this.strangers.size;
  }

  private wait(asker: Asker): Promise<void> {
    const line = asker.isKnown ? this.known : this.strangers;
    return new Promise((resolve, reject) => {
      const place: Place = {
        ...asker,
        until: this.clock.millis() + PLACE_MS,
        begin: () => {
          this.begin(asker); // begun at once, or a new caller would take the turn
          resolve();
        },
        giveUp: (reason, seconds) => {
          line.remove(place);
          const headers = { 'Retry-After': String(seconds) };
          reject(new CallError(Errors.unavailable, { reason }, { headers }));
        },
      };
      line.add(place);
      if (this.waiting > this.limits.waiting) this.leastEntitled().giveUp('password queue full', 2);
      this.watch ??= setInterval(() => this.giveUpLate(), LOOK_EVERY_MS).unref();
    });
  }

  private giveUpLate(): void {
    const now = this.clock.millis();
    const late = [...this.known, ...this.strangers].filter(({ until }) => until <= now);
    for (const place of late) place.giveUp('waited too long for a turn to hash', 5);
    if (this.waiting > 0 || this.watch === null) return;
    clearInterval(this.watch);
    this.watch = null;
  }

  private mayBegin({ subject }: Asker): boolean {
    if (this.turns >= this.limits.turns) return false;
    return subject === undefined || (this.turnsOf.get(subject) ?? 0) < this.limits.turnsOfOne;
  }

  private begin({ subject }: Asker): void {
    this.turns++;
    if (subject !== undefined) this.turnsOf.set(subject, (this.turnsOf.get(subject) ?? 0) + 1);
  }

  private end({ subject }: Asker): void {
    this.turns--;
    if (subject !== undefined) {
      const left = (this.turnsOf.get(subject) as number) - 1;
      if (left === 0) this.turnsOf.delete(subject);
      else this.turnsOf.set(subject, left);
    }
    for (let next = this.next(); next; next = this.next()) next.begin();
  }

  private next(): Place | null {
    if (this.turns >= this.limits.turns) return null;
    const may = (place: Place): boolean => this.mayBegin(place);
    const known = this.knownInARow < KNOWN_IN_A_ROW ? this.known.take(may) : null;
    if (known) {
      this.knownInARow = this.strangers.size > 0 ? this.knownInARow + 1 : 0;
      return known;
    }
    this.knownInARow = 0;
    return this.strangers.take(may) ?? this.known.take(may);
  }

  /** The newest caller of the largest party; among equally large ones, unknown callers come before known ones. */
  private leastEntitled(): Place {
    const [known, strangers] = [this.known.longest(), this.strangers.longest()];
    const longest = known.length > strangers.length ? known : strangers;
    return longest[longest.length - 1];
  }
}

interface Waiting {
  readonly party: string;
}

/** Waiting callers by party: parties take turns, however many of their callers wait. */
export class WaitingLine<P extends Waiting> {
  /** The next party comes first. */
  private readonly byParty = new Map<string, P[]>();
  size = 0;

  add(place: P): void {
    const own = this.byParty.get(place.party);
    if (own) own.push(place);
    else this.byParty.set(place.party, [place]);
    this.size++;
  }

  /** The longest-waiting admissible caller of the first party that has one; that party then goes to the end. */
  take(may: (place: P) => boolean): P | null {
    for (const [party, places] of this.byParty) {
      const place = places.find(may);
      if (!place) continue;
      this.remove(place);
      this.byParty.delete(party);
      if (places.length > 0) this.byParty.set(party, places);
      return place;
    }
    return null;
  }

  remove(place: P): void {
    const places = this.byParty.get(place.party) as P[];
    places.splice(places.indexOf(place), 1);
    if (places.length === 0) this.byParty.delete(place.party);
    this.size--;
  }

  *[Symbol.iterator](): Generator<P> {
    for (const places of this.byParty.values()) yield* places;
  }

  /** The callers of the largest party; of equally large ones, the party that came last. */
  longest(): readonly P[] {
    let longest: readonly P[] = [];
    for (const places of this.byParty.values()) if (places.length >= longest.length) longest = places;
    return longest;
  }
}
