import type { Persona } from '../cast/persona.js';
import type { RealProvider } from '../../test/support/real-provider.js';
import * as transport from '../mutate/transport.js';
import * as values from '../mutate/values.js';
import type { Random } from '../random.js';
import { render } from '../requests/render.js';
import type { FuzzRequest, Structured } from '../requests/request.js';
import type { Document } from '../surface/document.js';
import type { Route, Surface } from '../surface/routes.js';
import type { Garbage } from '../values/garbage.js';
import type { Pictures } from '../values/pictures.js';
import type { Place, Walk } from '../walks/walk.js';
import { Walking } from '../walks/walking.js';
import { Administration } from './administration.js';
import { draftOf, type Draft } from './draft.js';
import { Lane } from './lane.js';
import { Pages } from './pages.js';
import type { RouteTable } from './route-table.js';
import { ownToken } from './token-grants.js';

/** A request, and its draft to handle the answer. */
export interface Step {
  readonly request: FuzzRequest;
  readonly draft: Draft;
}

/** The parts that all connections share. */
export interface Surroundings {
  readonly table: RouteTable;
  readonly document: Document;
  readonly garbage: Garbage;
  readonly pictures: Pictures;
  readonly publicUrl: string;
  /** null for a given server, which knows none. */
  readonly provider: RealProvider | null;
  readonly host: string;
  /** The walk to each operation that a walk reaches, as the tour found it. */
  readonly walkTo: Map<string, Walk>;
}

const MOST_STEPS_BACK = 6;
const MOST_WAITING = 6;
/** Percentage of draws that begin the walk to the operation, if there is one: a walk is many requests. */
const WALK_PERCENT = 30;
/**
 * Percentage of requests left unmutated, by the number of successes of their operation: the operations that depend on
 * it must be reached, but most requests should be invalid. Those also cost the server less.
 */
const SOUND_PERCENT: readonly (readonly [successes: number, percent: number])[] = [
  [3, 75],
  [10, 40],
  [Infinity, 12],
];
const RAW_PERCENT = 6;
/** Weights: surfaces open to the public and to applications come more often than those for administrators only. */
const SURFACES = [
  [40, 'call'],
  [22, 'endpoint'],
  [20, 'page'],
  [10, 'admin-api'],
  [8, 'console'],
] as const;
const MUTATIONS: readonly (readonly [number, values.Mutation])[] = [
  [30, values.spoilValue],
  [12, values.shuffleParameters],
  [6, values.spoilPath],
  [5, transport.changeMethod],
  [5, transport.changeType],
  [12, transport.addHeader],
  [3, transport.dropHeader],
  [5, transport.changeKind],
  [8, transport.breakBody],
  [1, transport.exaggerate],
  [4, transport.changeDelivery],
];

const MUTATION_COUNTS: readonly (readonly [weight: number, count: number])[] = [
  [6, 1],
  [3, 2],
  [1, 3],
];

/** Generates the requests of one connection, from its seed and the answers so far. */
export class Generator {
  readonly isOneByOne = false;
  private readonly random: Random;
  private readonly lane: Lane;
  private readonly administration: Administration;
  private readonly pages: Pages;
  /** The browser's next requests. */
  private readonly waiting: Draft[] = [];
  readonly place: Place;
  private walking: Walking | null = null;
  private destination = '';
  private readonly successes = new Map<string, number>();
  private readonly bySurface: ReadonlyMap<Surface, readonly Route[]>;

  constructor(
    private readonly persona: Persona,
    private readonly around: Surroundings,
    /** Only unauthenticated requests: no clients and accounts were created. */
    private readonly isStranger: boolean,
  ) {
    const { pictures, publicUrl, document, table } = around;
    this.random = persona.random;
    this.bySurface = new Map(
      SURFACES.map(([, surface]) => [surface, table.routes.filter((route) => route.surface === surface)]),
    );
    this.place = { ...around, persona };
    this.lane = new Lane(persona, pictures, publicUrl);
    this.administration = new Administration(persona, document);
    this.pages = new Pages(persona, table, (draft) => {
      if (this.waiting.length < MOST_WAITING) this.waiting.push(draft);
    });
  }

  async next(): Promise<Step> {
    const walked = await this.goOn();
    if (walked && walked.request.aim !== this.destination) return { draft: walked, request: walked.request };
    const draft = walked ?? this.waiting.shift() ?? (await this.drawn());
    return { draft, request: this.mutated(draft.request) };
  }

  /** Returns the next request of the current walk; null without one. */
  private async goOn(): Promise<Draft | null> {
    if (!this.walking || this.walking.isWaiting) return null;
    const draft = await this.walking.next();
    if (!draft) this.walking = null;
    return draft;
  }

  /** Returns a sound request to the operation, or to one that must come first. */
  toward(route: Route): Step {
    const draft = this.waiting.shift() ?? this.draftFor(route);
    return { draft, request: draft.request };
  }

  /** Begins the walk to the operation, and returns its first request; null without a walk. */
  private async setOut({ name }: Route): Promise<Draft | null> {
    const walk = this.around.walkTo.get(name);
    if (!walk) return null;
    this.destination = name;
    this.walking = new Walking(walk(this.place));
    return this.goOn();
  }

  succeeded(aim: string): void {
    this.successes.set(aim, (this.successes.get(aim) ?? 0) + 1);
  }

  /**
   * Of a few random routes the one with the fewest successes: operations that are hard to reach are tried more often.
   */
  private async drawn(): Promise<Draft> {
    const routes = this.bySurface.get(this.random.weighted(SURFACES)) ?? this.around.table.routes;
    const few = Array.from({ length: 3 }, () => this.random.pick(routes));
    const hits = ({ name }: Route): number => this.successes.get(name) ?? 0;
    const route = few.reduce((least, one) => (hits(one) < hits(least) ? one : least));
    const walked = this.random.chance(WALK_PERCENT) ? await this.setOut(route) : null;
    return walked ?? this.draftFor(route);
  }

  /** Replaces a request that can't be sent yet by the one that makes it possible. */
  private draftFor(route: Route): Draft {
    if (this.isStranger) return this.bare(route);
    let wanted = route;
    for (let steps = 0; steps < MOST_STEPS_BACK; steps++) {
      const drafted = this.tryDraft(wanted);
      if (typeof drafted !== 'string') return drafted;
      const next = this.around.table.routes.find(({ name }) => name === drafted);
      if (!next) break;
      wanted = next;
    }
    return this.bare(wanted);
  }

  private tryDraft(route: Route): Draft | string {
    if (this.random.chance(2)) return this.ownTokens();
    if (route.surface === 'call' || route.surface === 'endpoint') return this.lane.draft(route);
    return route.surface === 'admin-api' ? this.administration.draft(route) : this.pages.draft(route);
  }

  /** Fetches tokens for the clients that have one of their own. */
  private ownTokens(): Draft | string {
    const route = this.around.table.routes.find(({ name }) => name === 'oauth2token');
    const client = this.random.pick(['desk', 'partner'] as const);
    return route ? this.lane.make(route, ownToken(this.persona, client)) : 'home';
  }

  /** A request to the route without any parameters. */
  private bare({ name, methods, path }: Route): Draft {
    const filled = path.replace(/\{\w+\}/g, () => this.random.letters(8));
    return draftOf(this.persona, { aim: name, method: this.random.pick(methods), path: filled });
  }

  private mutated(sound: Structured): FuzzRequest {
    const { random } = this;
    const { garbage, host } = this.around;
    const successes = this.successes.get(sound.aim) ?? 0;
    const [, percent = 0] = SOUND_PERCENT.find(([below]) => successes < below) ?? [];
    if (random.chance(percent)) return sound;
    if (random.chance(RAW_PERCENT))
      return { kind: 'raw', aim: sound.aim, bytes: transport.asRaw(render(sound, host), random) };
    let request: Structured = { ...sound, isSound: false };
    for (let count = random.weighted(MUTATION_COUNTS); count > 0; count--)
      request = random.chance(12)
        ? transport.changeSender(request, this.persona, garbage)
        : random.weighted(MUTATIONS)(request, random, garbage);
    return request;
  }
}
