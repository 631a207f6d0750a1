// `npm run test:repeat`: runs lanes again and again beside a load, and prints each test that was not always green.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { LANES } from '../test/lanes.mjs';
import { commandsFor, processFor } from './test-commands.mjs';
import { notAlwaysGreen, outcomeOf } from './test-results.mjs';

const USAGE = `Usage: npm run test:repeat -- [options] [lane or file …]     without one: npm test
  --times N      rounds of each lane (5)
  --load N       busy processes beside it (4)
  --parts N      shards of each round: what an ended run has to do again gets smaller (1)
  --ledger FILE  where results are kept (tmp/test-repeat.jsonl). A run goes on where one of the same state of the
                 sources ended; the runner's output is in FILE.log
Lanes: ${Object.keys(LANES).join(', ')}
`;
const BUSY = `process.stdin.on('end', () => process.exit()).resume();
  (function work() { const until = Date.now() + 50; while (Date.now() < until); setImmediate(work); })();`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '5' },
    load: { type: 'string', default: '4' },
    parts: { type: 'string', default: '1' },
    ledger: { type: 'string', default: 'tmp/test-repeat.jsonl' },
    help: { type: 'boolean' },
  },
});
const [times, load, parts] = [values.times, values.load, values.parts].map(Number);
const unknown = positionals.filter((name) => !(name in LANES) && !existsSync(name));
if (
  values.help ||
  unknown.length > 0 ||
  ![times, load, parts].every(Number.isInteger) ||
  times < 1 ||
  parts < 1
) {
  if (unknown.length > 0) process.stderr.write(`No lane and no file: ${unknown.join(', ')}\n`);
  process[values.help ? 'stdout' : 'stderr'].write(USAGE);
  process.exit(values.help ? 0 : 2);
}

const state = stateOfSources();
const hasPostgres = Boolean(process.env.TEST_DATABASE_URL);
const reportFile = `${values.ledger}.report.json`;
mkdirSync(dirname(values.ledger), { recursive: true });
const kept = existsSync(values.ledger)
  ? readFileSync(values.ledger, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];

let running;
const burners = Array.from({ length: load }, () =>
  spawn(process.execPath, ['-e', BUSY], { stdio: ['pipe', 'ignore', 'inherit'] }),
);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (running) process.kill(-running.pid, 'SIGTERM');
    console.log('\nEnded. The same command goes on from here.');
    end(130);
  });

const named = positionals.filter((name) => !(name in LANES));
const lanes = positionals.filter((name) => name in LANES);
if (named.length > 0) lanes.push(['test', ...named].join(' '));
if (lanes.length === 0) lanes.push('test');

let isGreen = true;
for (const lane of lanes) {
  console.log(`\n── ${lane}: ${times} times beside a load of ${load}, at ${state}`);
  const outcomes = [];
  for (let round = 1; round <= times; round++) outcomes.push(...(await runRound(lane, round)));
  for (const { test, rounds, message } of notAlwaysGreen(outcomes)) {
    isGreen = false;
    console.log(`\nred in ${rounds.length} of ${times}: ${test}\n${message.replace(/^/gm, '    ')}`);
  }
}
console.log(isGreen ? '\nAll of it was always green.' : '\nNot all of it was always green.');
end(isGreen ? 0 : 1);

async function runRound(lane, round) {
  const [name, ...files] = lane.split(' ');
  const { commands } = commandsFor(name, files, hasPostgres);
  const outcomes = [];
  for (const command of commands)
    for (let part = 1; part <= parts; part++) {
      const key = { state, hasPostgres, lane, load, round, runner: command.runner, part: `${part}/${parts}` };
      outcomes.push(kept.find((one) => isSame(one, key)) ?? (await runPart(command, key)));
    }
  const [seconds, passed] = ['seconds', 'passed'].map((what) =>
    outcomes.reduce((sum, one) => sum + one[what], 0),
  );
  const red = outcomes.flatMap(({ failures }) => failures).length;
  console.log(`round ${round}: ${Math.round(seconds)} s, ${passed} passed, ${red} failed`);
  return outcomes;
}

async function runPart(command, key) {
  rmSync(reportFile, { force: true });
  const log = openSync(`${values.ledger}.log`, 'w');
  const more = parts > 1 ? [`--shard=${key.part}`] : [];
  const { file, args, env } = processFor(command, { report: reportFile, more });
  const began = performance.now();
  // A group of its own: with a runner that is ended, its workers and servers are.
  running = spawn(file, args, { env, detached: true, stdio: ['ignore', log, log] });
  const [code, signal] = await once(running, 'exit');
  running = undefined;
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : null;
  const seconds = (performance.now() - began) / 1000;
  const result = { ...key, at: new Date(), seconds, ...outcomeOf(command.runner, report, code ?? signal) };
  appendFileSync(values.ledger, `${JSON.stringify(result)}\n`);
  return result;
}

function isSame(one, key) {
  return Object.entries(key).every(([name, value]) => one[name] === value);
}

/** What a result is about: everything but documents for readers. */
function stateOfSources() {
  const git = (...args) =>
    execFileSync('git', [...args, '--', '.', ':!docs', ':!*.md'], { encoding: 'utf8', maxBuffer: 1e9 });
  const files = [['ls-files', '-s'], ['diff'], ['ls-files', '--others', '--exclude-standard']];
  const hash = createHash('sha256');
  for (const args of files) hash.update(git(...args));
  return hash.digest('hex').slice(0, 16);
}

function end(code) {
  for (const burner of burners) burner.kill('SIGKILL');
  process.exit(code);
}
