import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { SECOND, type Clock } from './clock.js';
import { WaitingLine } from './waiting-line.js';

export const LONGEST_WAIT_MS = 5 * SECOND;
const LOOK_EVERY_MS = 100;
/** Of so many turns of those who are known one goes to a stranger, or a busy hour would let nobody new in. */
const KNOWN_IN_A_ROW = 3;

export interface Asker {
  /** Those of one party share its turns: a network, an account that is signed in, a link that was mailed. */
  readonly party: string;
  /** Has proved itself, now or from this network before: goes first. */
  readonly isKnown: boolean;
  /** What is attempted, where only a few of the same may have their turn at once. */
  readonly subject?: string;
}

interface Limits {
  /** Turns at once, and those of one subject among them. */
  readonly turns: number;
  readonly turnsOfOne: number;
  /** Beyond it the newest of the party with the most gives up its place. */
  readonly waiting: number;
}

interface Place extends Asker {
  readonly until: number;
  begin(): void;
  giveUp(reason: string, retryAfterSeconds: number): void;
}

/**
 * Gives turns to work that takes long: party by party, and first to those who are known. Nobody waits longer than
 * five seconds, and who waits takes no room from others: the party that waits with most loses its newest first.
 */
export class FairQueue {
  private readonly known = new WaitingLine<Place>();
  private readonly strangers = new WaitingLine<Place>();
  private readonly turnsOf = new Map<string, number>();
  private turns = 0;
  private knownInARow = 0;
  /** Looks who waits too long, while anybody waits. */
  private watch: NodeJS.Timeout | null = null;

  constructor(
    private readonly limits: Limits,
    private readonly clock: Clock,
  ) {}

  /**
   * @param work whether it had to wait: what it knew from before may have changed
   * @throws CallError unavailable when there is no room, or its turn did not come in time
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
        until: this.clock.millis() + LONGEST_WAIT_MS,
        begin: () => {
          this.begin(asker); // at once, or who comes now would take the turn
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

  /** The newest of the party with the most; where a stranger's has as many as one that is known, the stranger. */
  private leastEntitled(): Place {
    const [known, strangers] = [this.known.longest(), this.strangers.longest()];
    const longest = known.length > strangers.length ? known : strangers;
    return longest[longest.length - 1];
  }
}
