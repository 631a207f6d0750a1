import { inspect } from 'node:util';
import { atEnd, cleanUp } from '../bench/support/clean-up.js';
import { progress } from '../bench/support/progress.js';
import { runCampaign } from './campaign/campaign.js';
import { HELP, parseOptions, type Options } from './options.js';
import type { Credentials } from './cast/cast.js';
import { findingLines, gapsIn, reportOf } from './report.js';
import { GivenServer } from './servers/given-server.js';
import { hearthProgram } from './servers/hearth.js';
import { OwnServer } from './servers/own-server.js';
import type { Listener, Server } from './servers/server.js';

const ANSWER_LIMIT_MS = 30_000;
const SLOW_MS = 2000;
const PROGRESS_MS = 5000;
const EXIT = { faults: 1, notMade: 2, interrupted: 130 };

process.setMaxListeners(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void cleanUp().then(() => process.exit(EXIT.interrupted)));
try {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) process.stdout.write(HELP);
  else process.exitCode = (await run(options)) ? 0 : EXIT.faults;
} catch (cause) {
  process.stderr.write(`The run could not be made. ${inspect(cause)}\n`);
  process.exitCode = EXIT.notMade;
} finally {
  await cleanUp();
  process.exit();
}

/** @returns whether no fault was found, and every operation reached */
async function run(options: Options): Promise<boolean> {
  const { url, databaseUrl, seed } = options;
  const { start, administrator } = url === null ? await own(databaseUrl) : given(url);
  progress(`seed ${seed}, ${options.requests} requests`);
  let next = performance.now() + PROGRESS_MS;
  const onProgress = (requests: number, faults: number): void => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_MS;
    progress(`${requests} requests, ${faults} faults`);
  };
  const result = await runCampaign({
    ...options,
    start,
    administrator,
    answerLimitMs: ANSWER_LIMIT_MS,
    slowMs: SLOW_MS,
    onProgress,
    onFinding: (finding) => progress(findingLines(finding, 0).join('\n')),
  });
  process.stdout.write(reportOf(result, seed));
  // What a given server lacks, such as a provider or an outbox, is only reported.
  return result.findings.length === 0 && (url !== null || gapsIn(result).length === 0);
}

interface Start {
  readonly start: (listener: Listener) => Promise<Server>;
  readonly administrator: Credentials | null;
}

async function own(databaseUrl: string | null): Promise<Start> {
  const { program, administrator } = await hearthProgram(databaseUrl);
  const start = async (listener: Listener): Promise<Server> => {
    const server = await OwnServer.start(program, listener);
    atEnd(() => server.stop()); // before its folder and its database are removed
    return server;
  };
  return { start, administrator };
}

function given(url: string): Start {
  return { start: () => Promise.resolve(new GivenServer(url)), administrator: givenAdministrator() };
}

/** @throws Error when it is malformed */
function givenAdministrator(): Credentials | null {
  const given = process.env.FUZZ_ADMINISTRATOR;
  if (!given) return null;
  const at = given.indexOf(':');
  if (at <= 0) throw new Error('FUZZ_ADMINISTRATOR must be identifier:password');
  return { identifier: given.slice(0, at), password: given.slice(at + 1) };
}
