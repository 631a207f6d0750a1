import type { Generator, Step } from '../generate/generator.js';
import type { Random } from '../random.js';
import type { Route } from '../surface/routes.js';
import { WALKS } from '../walks/all.js';
import { Walking } from '../walks/walking.js';
import type { Steps, Walk } from '../walks/walk.js';
import { EXCUSED } from './reached.js';

/** What stood in the way once, such as an account that had just ended, may not do so again. */
const ROUNDS = 2;
/** Without a walk, each request may bring what the next one needs: a sign-in, an id, a form. */
const MOST_REQUESTS = 25;

/** A stop of the tour: operations, and what leads to them. */
interface Stop {
  readonly names: readonly string[];
  readonly to: Route | (() => Steps);
}

/** Visits each operation, in an order by lot, by sound requests alone. */
export class Tour {
  readonly isOneByOne = true;
  /** The operations that were not reached, and what is known of why. */
  readonly missed = new Map<string, string>();
  private readonly steps: AsyncGenerator<Step, void>;

  constructor(
    private readonly generator: Generator,
    routes: readonly Route[],
    random: Random,
    private readonly isReached: (name: string) => boolean,
    ways: readonly Walk[] = WALKS,
  ) {
    const walks = ways.map(({ reaches, steps }) => ({ names: reaches, to: () => steps(generator.place) }));
    const names = new Set(ways.flatMap(({ reaches }) => reaches));
    const others = routes.filter(({ name }) => !names.has(name) && !(name in EXCUSED));
    this.steps = this.visitAll(
      shuffled([...walks, ...others.map((to) => ({ names: [to.name], to }))], random),
    );
  }

  async next(): Promise<Step | null> {
    return (await this.steps.next()).value ?? null;
  }

  succeeded(aim: string): void {
    this.generator.succeeded(aim);
  }

  private async *visitAll(stops: readonly Stop[]): AsyncGenerator<Step, void> {
    for (const { names } of stops) for (const name of names) this.missed.set(name, 'nothing led there');
    for (let round = 1; round <= ROUNDS; round++) {
      const left = stops.filter(({ names }) => names.some((name) => this.missed.has(name)));
      for (const { names, to } of left)
        if (typeof to === 'function') yield* this.walk(names, to);
        else yield* this.ask(to);
    }
  }

  /** A walk to its end; what it reaches counts only by its own requests. */
  private async *walk(names: readonly string[], stepsThere: () => Steps): AsyncGenerator<Step, void> {
    const walking = new Walking(stepsThere());
    for (let draft = await walking.next(); draft; draft = await walking.next())
      yield { draft, request: draft.request };
    for (const name of names)
      if (walking.reached.has(name)) this.missed.delete(name);
      else if (this.missed.has(name)) this.missed.set(name, walking.lost ?? 'its walk does not reach it');
  }

  /** Requests to an operation, and to what it needs first. */
  private *ask(route: Route): IterableIterator<Step> {
    const { name } = route;
    for (let count = 0; count < MOST_REQUESTS && !this.isReached(name); count++)
      yield this.generator.toward(route);
    if (this.isReached(name)) this.missed.delete(name);
    else this.missed.set(name, `none of ${MOST_REQUESTS} requests reached it`);
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  return values.map(() => left.splice(random.below(left.length), 1)[0]);
}
