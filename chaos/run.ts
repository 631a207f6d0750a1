import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { atEnd, cleanUp } from '../bench/support/clean-up.js';
import { progress } from '../bench/support/progress.js';
import { conditions } from './machine.js';
import { HELP, parseOptions, type Options } from './options.js';
import { faultsOf, hasFault, listOf, tableOf } from './report.js';
import { runScenario, type Result } from './run-scenario.js';
import type { Scenario } from './scenarios/scenario.js';

const EXIT = { faults: 1, notMade: 2, interrupted: 130 };
const LIMIT_MS = 360_000;

process.setMaxListeners(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void cleanUp().then(() => process.exit(EXIT.interrupted)));
try {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) process.stdout.write(HELP);
  else if (options.isList) process.stdout.write(`${listOf()}\n`);
  else if (!(await run(options))) process.exitCode = EXIT.faults;
} catch (cause) {
  process.stderr.write(`The run could not be made. ${inspect(cause)}\n`);
  process.exitCode = EXIT.notMade;
} finally {
  await cleanUp();
  process.exit();
}

/** @returns whether nothing was wrong */
async function run(options: Options): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-chaos-'));
  chmodSync(folder, 0o755); // PostgreSQL may run as another user
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const results: Result[] = [];
  for (const scenario of options.scenarios) {
    const obstacle = scenario.obstacle?.() ?? null;
    if (obstacle !== null) progress(`${scenario.name} is left out: ${obstacle}`);
    else await limited(scenario, folder, options).then((result) => results.push(result), notMade);
  }
  const faults = results.filter(hasFault);
  const words = faults.map((result) => `\n${faultsOf(result)}\n`).join('');
  process.stdout.write(`\n${conditions()}\n\n${tableOf(results, options.isMarkdown)}\n${words}`);
  return faults.length === 0;
}

/** The others are made all the same. */
function notMade(cause: unknown): void {
  progress(`it could not be made: ${inspect(cause)}`);
  process.exitCode = EXIT.notMade;
}

async function limited(scenario: Scenario, folder: string, { seconds, workers }: Options): Promise<Result> {
  const limit = setTimeout(() => void giveUp(scenario), LIMIT_MS);
  const result = await runScenario(scenario, {
    ...{ folder, seconds, workers, note: progress },
    onStage: (stage) => atEnd(() => stage.close()),
  }).finally(() => clearTimeout(limit));
  if (hasFault(result)) progress(faultsOf(result));
  return result;
}

async function giveUp({ name }: Scenario): Promise<void> {
  progress(`${name} does not end: given up after ${LIMIT_MS / 1000} s`);
  await cleanUp();
  process.exit(EXIT.notMade);
}
