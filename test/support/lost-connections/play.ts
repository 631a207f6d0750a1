import { PART } from '../../../src/oauth/consent/grant-removal.js';
import type { Cut } from '../cutting-proxy.js';
import { rows } from '../database-rows.js';
import { verdictOf, type Told, type Verdict } from '../verdict.js';
import type { Act } from './act.js';
import type { Shape } from './changes-seen.js';
import type { Cuts } from './cuts.js';
import type { Stage } from './stage.js';

export type Acts = Readonly<Record<string, Act>>;

/**
 * Acts with more than one transaction: the tables that are not yet written when only the first ones are committed.
 * The caller then learns that the outcome is unknown.
 */
const STEPS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'an invitation is accepted': [['session', 'sign_in']],
  'a new password by the link': [['session', 'sign_in']],
  'a second factor is set up': [['session', 'sign_in']],
  'the password': [['session', 'sign_in']],
  'a second step by a code': [['session', 'sign_in']],
  'a second step by a recovery code': [['session', 'sign_in']],
  log2out: [['audit_event']],
  'the form of the web flow': [['session']],
  'the form of the web flow, with a way back': [['session']],
  'a pushed request is used': [['authorization_context']],
  'a browser signs out': [['audit_event', 'authorization_context'], ['authorization_context']],
  'a sign-in for a third party': [['authorization_context']],
  'an assertion of somebody new': [['audit_event']],
};

/** Acts that first undo something and then do another: the state in between, which the caller must learn too. */
const BETWEEN: Readonly<Record<string, Shape>> = {
  'log2in where somebody else was signed in': { session: '-1, 0 written' },
  'a passkey confirms': { session: '-1, 0 written' },
  'a second step by a code': {
    ...{ audit_event: '+1, 1 written', session: '-1, 0 written', totp: '0, 1 written' },
  },
  'a second step by a recovery code': {
    ...{ audit_event: '+1, 1 written', outbox_message: '+1, 1 written' },
    ...{ recovery_code: '-1, 0 written', session: '-1, 0 written' },
  },
  'a client with many grants is deleted': { token_grant: `-${PART}, 0 written` },
};

interface Played {
  readonly verdict: Verdict;
  readonly shape: Shape;
  readonly seen: readonly string[];
  readonly wasCut: boolean;
}

/** Runs an act and returns its result and changes. @param begin called when everything that the act needs exists */
export async function play(
  stage: Stage,
  act: Act,
  cut: Cut | null = null,
  begin: () => Promise<void> = () => Promise.resolve(),
): Promise<Played> {
  await rows(stage.server, 'DELETE FROM sign_in_throttle');
  const run = await act(stage);
  await begin();
  await stage.changes.begin();
  stage.proxy.watch(cut);
  try {
    const told = await run();
    const { seen, wasCut } = stage.proxy.rest();
    const shape = withoutOrphan(told, await stage.changes.end());
    return { verdict: verdictOf(told), shape, seen, wasCut };
  } catch (cause) {
    await stage.changes.end();
    throw cause;
  }
}

/** Runs an act with its connection cut at every statement. @returns the problems found, and the number of cuts */
export async function playCut(
  stage: Stage,
  [name, act]: [string, Act],
  cuts: Cuts,
): Promise<{ problems: string[]; made: number }> {
  const { shape: full, verdict, seen } = await playSteadily(stage, act);
  if (verdict !== 'done') return { problems: [`${name} is ${verdict}`], made: 0 };
  const allowed: Readonly<Record<string, readonly Shape[]>> = {
    done: [full],
    unchanged: [{}],
    unknown: [{}, full, ...(STEPS[name] ?? []).map((later) => without(full, later)), BETWEEN[name] ?? {}],
  };
  const problems: string[] = [];
  const asked = cuts.of(seen);
  for (const cut of asked) {
    const got = await play(stage, act, cut);
    const isFine = (allowed[got.verdict] ?? []).some((shape) => isSame(shape, got.shape));
    const isRemembered = /^\s*SELECT/.test(cut.text); // cached values are not queried each time
    if (isFine && (got.wasCut || isRemembered)) continue;
    const where = `${cut.moment} ${cut.text.replace(/\s+/g, ' ').slice(0, 120)} (${cut.nth})`;
    const what = got.wasCut ? got.verdict : 'not cut';
    problems.push(`${name}, ${where}: ${what}, ${JSON.stringify(got.shape)} of ${JSON.stringify(full)}`);
  }
  return { problems, made: asked.length };
}

/**
 * Repeats an act without cuts until its statements are equal twice: then caches are warm, and nothing interfered.
 */
async function playSteadily(stage: Stage, act: Act): Promise<Played> {
  for (let last = await play(stage, act), i = 0; ; i++) {
    const next = await play(stage, act);
    if (i === 5 || next.verdict !== 'done' || isSame(next.seen, last.seen)) return next;
    last = next;
  }
}

/** Ignores a session whose cookie was never sent. */
function withoutOrphan({ status, headers }: Told, shape: Shape): Shape {
  const cookies = headers instanceof Headers ? headers.getSetCookie() : (headers['set-cookie'] ?? []);
  const isOrphan = status >= 400 && ![...cookies].some((line) => line.startsWith('JSESSIONID='));
  return isOrphan && shape.session?.startsWith('+1') ? without(shape, ['session', 'sign_in']) : shape;
}

function without(shape: Shape, tables: readonly string[]): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([table]) => !tables.includes(table)));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
