// npm run release -- 0.3.0 --dry-run: whether a version can be released, and what a person then does (D416).
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { CHECKS, type Check } from './release/checks.js';
import { git } from './release/git.js';
import { stepsOf } from './release/steps.js';
import { writeVersion } from './release/version.js';

const width = Math.max(...CHECKS.map(({ name }) => name.length));
const USAGE = `Usage: npm run release -- VERSION [options]

Makes the checks below, which takes about a minute. If all of them hold, it writes version and date into the files that name
them. It commits, tags, pushes and publishes nothing: it ends with what a person does, in order.

  --dry-run    only checks, and says what a person does
  --only NAME  makes only this check, and writes nothing; may be repeated
  --help

Checks:
${CHECKS.map(({ name, holds }) => `  ${name.padEnd(width)}  ${holds}`).join('\n')}

It ends with 0 if all checks hold, with 1 if one does not, with 2 for a wrong option.
`;
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const EXIT = { failed: 1, usage: 2 };

const asked = readOptions(process.argv.slice(2));
if (typeof asked === 'string') {
  process.stderr.write(`${asked}\n\n${USAGE}`);
  process.exit(EXIT.usage);
}
if (asked.help) {
  process.stdout.write(USAGE);
  process.exit();
}
const { version, only, isDry, hasSteps } = asked;
const made = only.length > 0 ? CHECKS.filter(({ name }) => only.includes(name)) : CHECKS;
let failed = 0;
for (const check of made) if (!(await holds(check))) failed++;
print(failed === 0 ? 'All checks hold.' : `${failed} of ${made.length} checks failed. Nothing was changed.`);
if (failed > 0) process.exitCode = EXIT.failed;
else if (!isDry) write();
if (hasSteps && (isDry || failed === 0)) printSteps();
process.exit();

interface Asked {
  readonly version: string;
  readonly only: readonly string[];
  readonly isDry: boolean;
  /** Whether it says what a person does. */
  readonly hasSteps: boolean;
  readonly help: boolean;
}

/** @returns what is asked for, or what is wrong with it */
function readOptions(args: string[]): Asked | string {
  const options = {
    'dry-run': { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] as string[] },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { help, only } = values;
    const [version = '', ...others] = positionals;
    const unknown = only.filter((name) => !CHECKS.some((check) => check.name === name));
    if (!help && (others.length > 0 || !VERSION.test(version)))
      return `Give it one version, such as 0.3.0, not "${positionals.join(' ')}".`;
    if (unknown.length > 0) return `There is no check ${unknown.join(', ')}.`;
    const isPart = only.length > 0;
    const isDry = values['dry-run'] || isPart;
    return { version, only, isDry, hasSteps: values['dry-run'] || !isPart, help };
  } catch (cause) {
    return (cause as Error).message;
  }
}

async function holds(check: Check): Promise<boolean> {
  const { name, holds, remedy, isOfBuild, note } = check;
  if (process.stderr.isTTY) process.stderr.write(`…       ${name}\r`);
  if (isOfBuild) execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: ['ignore', 2, 2] });
  const found = await problemsOf(check);
  const compared = note ? ` (${note('.')})` : '';
  print(`${found.length === 0 ? 'ok' : 'failed'}\t${name.padEnd(width)}  ${holds}${compared}`);
  for (const line of found) print(`\t  ${line}`);
  if (found.length > 0) print(`\t→ ${remedy}`);
  return found.length === 0;
}

/** A check that can't be made does not hold. */
async function problemsOf({ problems }: Check): Promise<readonly string[]> {
  try {
    return await problems('.', version);
  } catch (cause) {
    return (cause as Error).message.trim().split('\n');
  }
}

function write(): void {
  writeVersion(version, new Date().toISOString().slice(0, 10));
  execFileSync('npm', ['run', '--silent', 'generate'], { stdio: ['ignore', 2, 2] });
  print(`\nWrote ${version} into:\n${git('.', 'diff', '--name-only').replace(/^/gm, '  ')}`);
}

function printSteps(): void {
  print(`\nWhat a person does for ${version}:`);
  stepsOf(version).forEach((step, index) => print(`${String(index + 1).padStart(3)}. ${step}`));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
