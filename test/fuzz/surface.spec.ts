import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpAdapterHost } from '@nestjs/core';
import type { Draft } from '../../fuzz/generate/draft.js';
import type { Generator, Step } from '../../fuzz/generate/generator.js';
import { gapsIn } from '../../fuzz/report.js';
import { Random } from '../../fuzz/random.js';
import { declaredOperations } from '../../fuzz/surface/declared.js';
import type { Route } from '../../fuzz/surface/routes.js';
import { ANSWERS_THAT_COUNT, EXCUSED, isReachedBy } from '../../fuzz/tour/reached.js';
import { Tour } from '../../fuzz/tour/tour.js';
import type { Walk } from '../../fuzz/walks/walk.js';
import type { Outcome } from '../../fuzz/wire/answer.js';
import { CallRegistry } from '../../src/platform/http/call-registry.js';
import { startApp, type TestServer } from '../support/start-app.js';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

interface Router {
  readonly stack: readonly Layer[];
}

const NO_ANSWER: Outcome = { status: null, why: 'closed', ms: 1 };
const DECLARED = declaredOperations();
const NAMES = DECLARED.map(({ operation }) => operation.name);

describe('the operations that a run of the fuzzer knows', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  it('are the routes that the running application has registered', () => {
    const { stack } = server.get(HttpAdapterHost).httpAdapter.getInstance<{ router: Router }>().router;
    const pages = stack.flatMap(({ route }) =>
      route
        ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${braced(route.path)}`)
        : [],
    );
    const calls = server
      .get(CallRegistry)
      .operations.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
    const known = DECLARED.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
    expect(known.sort()).toEqual([...pages, ...calls].sort());
    expect(known.length).toBeGreaterThan(300);
  });

  it('have each its own name', () => {
    expect(NAMES.filter((name, i) => NAMES.indexOf(name) !== i)).toEqual([]);
  });
});

describe('what is said of operations', () => {
  it('names only operations that the server has', () => {
    const named = [...Object.keys(EXCUSED), ...Object.keys(ANSWERS_THAT_COUNT)];
    expect(named.filter((name) => !NAMES.includes(name))).toEqual([]);
  });

  it('excuses few, and each with a reason', () => {
    expect(Object.keys(EXCUSED).length).toBeLessThan(10);
    for (const reason of Object.values(EXCUSED)) expect(reason).toMatch(/^[A-Z].{10,}\.$/);
  });
});

describe('an operation is reached', () => {
  const answer = (status: number, location?: string): Outcome => ({
    status,
    headers: new Map(location === undefined ? [] : [['location', [location]]]),
    body: Buffer.alloc(0),
    ms: 1,
  });

  it.each([
    ['account', answer(200), true],
    ['accountend', answer(303, '/account/devices'), true],
    ['account', answer(303, '/sign-in?next=%2Faccount'), false],
    ['accountend', answer(303, '/confirm?next=%2Faccount%2Fdevices'), false],
    ['adminhomepage', answer(303, '/admin/sign-in'), false],
    ['accountend', answer(400), false],
    ['provsearch', answer(509), false],
    ['lostfactorremove', answer(400), true],
    ['lostfactorremove', answer(410), false],
    ['account', NO_ANSWER, false],
  ])('%s by %j: %s', (name, outcome, isReached) => {
    expect(isReachedBy(name, outcome)).toBe(isReached);
  });

  it('or the run fails and names it; so it does for an excuse that is out of date', async () => {
    const step = {} as Step;
    const generator = { toward: () => step, place: {} } as unknown as Generator;
    const route = { name: 'newoperation' } as Route;
    const tour = new Tour(generator, [route], new Random(1), () => false, []);
    let sent = 0;
    while (await tour.next()) sent++;
    expect(sent).toBeGreaterThan(1);
    const gaps = gapsIn({ missed: tour.missed, excusedInVain: ['adminsetup'] });
    expect(gaps).toHaveLength(2);
    expect(gaps[0]).toContain('newoperation was never reached');
    expect(gaps[1]).toContain('adminsetup was reached');
  });
});

describe('a tour', () => {
  it('remembers which walk led to an operation', async () => {
    const walk: Walk = async function* () {
      yield await Promise.resolve({ request: { aim: 'newoperation' } } as Draft);
    };
    const walkTo = new Map<string, Walk>();
    const generator = { toward: () => ({}), place: { walkTo } } as unknown as Generator;
    const tour = new Tour(generator, [{ name: 'newoperation' } as Route], new Random(1), () => true, [walk]);
    const step = await tour.next();
    step?.draft.answered?.({ status: 200, headers: new Map(), body: Buffer.alloc(0), ms: 1 });
    expect(await tour.next()).toBeNull();
    expect(walkTo.get('newoperation')).toBe(walk);
    expect([...tour.missed]).toEqual([]);
  });
});

/** `/admin/clients/:clientId` as the fuzzer has it. */
function braced(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}
