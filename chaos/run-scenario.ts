import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../test/support/eventually.js';
import type { Scenario } from './scenarios/scenario.js';
import { Cast } from './stage/cast.js';
import { Stage } from './stage/stage.js';
import { verify } from './verify/verify.js';
import type { Ledger } from './workload/ledger.js';
import { peopleFor, Workload } from './workload/workload.js';
import { forSeconds } from './scenarios/scenario.js';

const WARM = 20;

interface Run {
  /** Exists; the caller removes it. */
  readonly folder: string;
  /** How long the load is before the fault, and after it. */
  readonly seconds: number;
  /** People with tokens; beside them some change passwords, provision, and try what was ended. */
  readonly workers: number;
  readonly note: (text: string) => void;
  /** Gets what has to be closed if the run is ended from outside. */
  readonly onStage?: (stage: Stage) => void;
}

export interface Result {
  readonly scenario: Scenario;
  readonly ledger: Ledger;
  /** What the nodes wrote at level error. */
  readonly errors: readonly string[];
}

/** Load, the fault under load, load again until every node acknowledges writes; then the ledger is verified. */
export async function runScenario(scenario: Scenario, run: Run): Promise<Result> {
  const { seconds, note } = run;
  const cast = new Cast(peopleFor(run.workers));
  const folder = join(run.folder, scenario.name);
  mkdirSync(folder);
  const stage = await Stage.set(folder, cast, scenario.needs ?? {});
  run.onStage?.(stage);
  const urls = stage.nodes.map(({ url }) => url);
  const workload = new Workload(urls, cast, scenario.check ?? 'live');
  const { ledger } = workload;
  const { successes } = ledger;
  /** Each node acknowledged so many more. */
  const written = async (many: number): Promise<void> => {
    const before = urls.map((url) => successes.of(url));
    const isDone = () => urls.every((url, i) => successes.of(url) >= before[i] + many);
    await eventually(() => Promise.resolve(isDone() ? true : null));
  };
  try {
    workload.begin();
    await written(WARM);
    successes.begin();
    await forSeconds(seconds);
    note(`${scenario.name}: ${scenario.what}`);
    await scenario.strike(stage);
    note(`${scenario.name}: the fault is over`);
    await written(WARM);
    await forSeconds(seconds);
    await workload.end();
    note(`${scenario.name}: ${successes.count} acknowledged writes are verified`);
    await verify(workload, cast, stage.databaseUrl);
    return { scenario, ledger, errors: stage.nodes.flatMap(({ errors }) => errors) };
  } finally {
    workload.close();
    await stage.close();
  }
}
