// `npm run build`: generates, compiles, copies style sheets, scripts and pages of docs/, lists packages, bundles, prepares a database, and compiles the client library. It takes a while, so it says where it is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { makeCode } from './generated.mjs';
import { copyManual } from './manual.mjs';
import { writeSbom } from './sbom.mjs';

const ASSETS = 'platform/pages/assets';
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const { stderr } = process;
const startedAt = performance.now();

console.error('Building Hearth, which takes about half a minute.');
await step('generating', () => makeCode());
await step('compiling', async () => {
  rmSync('dist', { recursive: true, force: true });
  await compile('tsconfig.build.json');
  cpSync(`src/${ASSETS}`, `dist/${ASSETS}`, { recursive: true });
  copyManual();
});
await step('describing', () => import('./describe.mjs'));
await step('listing packages', () => writeSbom());
await step('bundling', () => import('./bundle.mjs'));
await step('preparing a database', () => run('scripts/prepare-database.mjs'));
await step('compiling ahead', () => run('scripts/compile-ahead.mjs'));
await step('compiling the client library', async () => {
  rmSync('client/dist', { recursive: true, force: true });
  await compile('client/tsconfig.json');
});
console.error(`Built in ${seconds()} s.`);

function compile(project) {
  return run(tsc, '-p', project);
}

async function run(...script) {
  const [code] = await once(spawn(process.execPath, script, { stdio: 'inherit' }), 'exit');
  if (code !== 0) process.exit(code ?? 1);
}

async function step(what, work) {
  const line = () => `  ${what}, ${seconds()} s`;
  const ticking = stderr.isTTY && setInterval(() => stderr.write(`\r${line()}`), 1000);
  stderr.write(stderr.isTTY ? line() : `${line()}\n`);
  await work();
  clearInterval(ticking);
  if (stderr.isTTY) stderr.write(`\r${line()}\n`);
}

function seconds() {
  return Math.round((performance.now() - startedAt) / 1000);
}
