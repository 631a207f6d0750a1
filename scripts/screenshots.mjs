// `npm run screenshots`: the browser tests take pictures of every page and state, light and dark, at 390 and 1280 pixels,
// and a report shows what differs from those of the run before, or of the folder behind --compare.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { comparePictures } from './compare-pictures.mjs';

const HOME = 'screenshots';
const [NOW, BEFORE, REPORT] = ['now', 'before', 'report'].map((name) => join(HOME, name));
const USAGE = `Usage: npm run screenshots                       takes pictures, and compares with those of the run before
       npm run screenshots -- --compare FOLDER   compares with the pictures in a folder instead
       npm run screenshots -- --keep FOLDER      keeps a copy of the pictures, to compare with later
       npm run screenshots -- test/looks/…       runs only these tests
`;

const options = { compare: { type: 'string' }, keep: { type: 'string' }, help: { type: 'boolean' } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (values.compare !== undefined && !existsSync(values.compare)) {
  process.stderr.write(`There is no folder ${values.compare}.\n${USAGE}`);
  process.exit(2);
}

if (values.compare === undefined && existsSync(NOW)) {
  rmSync(BEFORE, { recursive: true, force: true });
  renameSync(NOW, BEFORE);
}
rmSync(NOW, { recursive: true, force: true });
mkdirSync(NOW, { recursive: true });
const env = { ...process.env, SCREENSHOTS: resolve(NOW) };
const projects = ['--project=browser', '--project=looks'];
const tests = spawnSync('npx', ['playwright', 'test', ...projects, ...positionals], {
  env,
  stdio: 'inherit',
});
const taken = readdirSync(NOW).filter((name) => name.endsWith('.png')).length;
if (values.keep !== undefined) cpSync(NOW, values.keep, { recursive: true });

const base = values.compare ?? BEFORE;
console.log(`\n${taken} pictures are in ${NOW}.`);
if (existsSync(base)) {
  const found = await comparePictures(base, NOW, REPORT);
  // Where only some tests ran, the pictures of the others are not gone.
  const told = found.filter(({ kind }) => kind !== 'gone' || positionals.length === 0);
  for (const { name, kind } of told.slice(0, 20)) console.log(`  ${kind.padEnd(8)} ${name}`);
  if (told.length > 20) console.log(`  and ${told.length - 20} more`);
  console.log(`${told.length} differ from ${base}: ${join(REPORT, 'index.html')}`);
} else console.log('There are none to compare them with yet: run it on the base of your change first.');
process.exitCode = tests.status ?? 1;
