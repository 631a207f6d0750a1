import type { Generator, Step } from '../generate/generator.js';
import type { Random } from '../random.js';
import type { Route } from '../surface/routes.js';
import { WALKS } from '../walks/all.js';
import { Walking } from '../walks/walking.js';
import type { Walk } from '../walks/walk.js';
import { EXCUSED } from './reached.js';

/** An obstacle of the first round, such as an account that had just ended, may be gone in the second. */
const ROUNDS = 2;
/** Without a walk, each request may bring what the next one needs: a sign-in, an id, a form. */
const MOST_REQUESTS = 25;

/** Visits each operation, only by sound requests: takes all walks, then asks for what they did not reach. */
export class Tour {
  readonly isOneByOne = true;
  /** The operations that were not reached, with the reason as far as it is known. */
  readonly missed: Map<string, string>;
  private readonly steps: AsyncGenerator<Step, void>;
  /** Why a walk did not arrive, by its name. */
  private readonly lost = new Map<string, string>();

  constructor(
    private readonly generator: Generator,
    routes: readonly Route[],
    random: Random,
    private readonly isReached: (name: string) => boolean,
    walks: readonly Walk[] = WALKS,
  ) {
    const wanted = routes.filter(({ name }) => !(name in EXCUSED));
    this.missed = new Map(wanted.map(({ name }) => [name, 'nothing led there']));
    this.steps = this.visitAll(shuffled(walks, random), shuffled(wanted, random));
  }

  async next(): Promise<Step | null> {
    return (await this.steps.next()).value ?? null;
  }

  succeeded(aim: string): void {
    this.generator.succeeded(aim);
  }

  private async *visitAll(walks: readonly Walk[], routes: readonly Route[]): AsyncGenerator<Step, void> {
    for (const walk of walks) yield* this.take(walk);
    for (const walk of walks) if (this.lost.has(walk.name)) yield* this.take(walk);
    for (let round = 1; round <= ROUNDS; round++) for (const route of routes) yield* this.ask(route);
  }

  /** Takes a walk to its end, and remembers it as the way to the operations that it was the first to reach. */
  private async *take(walk: Walk): AsyncGenerator<Step, void> {
    const { place } = this.generator;
    const walking = new Walking(walk(place));
    for (let draft = await walking.next(); draft; draft = await walking.next())
      yield { draft, request: draft.request };
    for (const name of walking.reached) {
      this.missed.delete(name);
      if (!place.walkTo.has(name)) place.walkTo.set(name, walk);
    }
    if (walking.lost === null) this.lost.delete(walk.name);
    else this.lost.set(walk.name, walking.lost);
  }

  /** Sends requests to an operation, and to what it needs first. */
  private *ask(route: Route): IterableIterator<Step> {
    const { name } = route;
    for (let count = 0; count < MOST_REQUESTS && !this.isReached(name); count++)
      yield this.generator.toward(route);
    if (this.isReached(name)) this.missed.delete(name);
    else this.missed.set(name, `none of ${MOST_REQUESTS} requests reached it${this.lostWalks}`);
  }

  /** The walks that may have been on their way to it. */
  private get lostWalks(): string {
    return [...this.lost].map(([name, why]) => `; the walk ${name} was lost: ${why}`).join('');
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  return values.map(() => left.splice(random.below(left.length), 1)[0]);
}
