// Runs command lines in turn until one fails: node scripts/steps.mjs 'npm run lint' 'npm test'; with --at-once, all of them
// at once. Says how long each took, and ends with the exit code of the first that failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'at-once': { type: 'boolean' } },
});
const results = positionals.map((step) => ({ step, outcome: 'not run' }));
const running = new Set();
let processorSeconds = secondsOfChildren();

process.on('SIGINT', () => {}); // a terminal tells the steps too: they end, and the table comes
process.on('SIGTERM', () => running.forEach((child) => child.kill('SIGTERM')));

if (values['at-once']) await Promise.all(results.map(run));
else for (const result of results) if (!process.exitCode) await run(result);

const width = Math.max(...positionals.map(({ length }) => length));
console.log(`\n── ${'Step'.padEnd(width)}     Time  Processor`);
for (const { step, seconds, processor, outcome } of results)
  console.log(
    `   ${step.padEnd(width)}  ${time(seconds)}  ${processor ?? '        –'}  ${outcome}`.trimEnd(),
  );

async function run(result) {
  console.log(`\n── ${result.step}`);
  const began = performance.now();
  const child = spawn(result.step, { shell: true, stdio: 'inherit' });
  running.add(child);
  const [code, signal] = await once(child, 'exit');
  running.delete(child);
  result.seconds = (performance.now() - began) / 1000;
  const until = secondsOfChildren();
  if (until !== null) result.processor = `${(until - processorSeconds).toFixed(1)} s`.padStart(9);
  processorSeconds = until;
  result.outcome = code === 0 ? '' : `failed (${code ?? signal})`;
  process.exitCode ||= code ?? 1;
  console.log(`── ${result.step}: ${[time(result.seconds).trim(), result.outcome].join(' ').trimEnd()}`);
}

/** The processor time of all children that have ended, where Linux tells: hundredths of seconds, user and system. */
function secondsOfChildren() {
  if (process.platform !== 'linux') return null;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function time(seconds) {
  if (seconds === undefined) return '      –';
  const tenths = Math.round(seconds * 10);
  return `${Math.floor(tenths / 600)}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`.padStart(7);
}
