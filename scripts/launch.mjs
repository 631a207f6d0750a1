// dist/main.js: runs the bundle. Compiled ahead, a start costs 30 % less of the processor: V8 finds in main.cache what it
// would make of 9 MB of text. A cache of another Node or of other flags is refused by V8, and the start compiles again.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

// What a start runs, it runs once: to optimize it took a fifth of the processor time until the server listens, and to collect
// what is not garbage a tenth. src/platform/flags-of-v8.ts changes both for a server that runs.
// Maglev, a quicker optimizer, is on by default from Node 24 on.
const MAGLEV = Number.parseInt(process.versions.node, 10) >= 24 ? ['--no-maglev'] : [];
export const FLAGS_OF_START = ['--no-opt', ...MAGLEV, '--heap-growing-percent=0'];
for (const flag of FLAGS_OF_START) setFlagsFromString(flag);
// Everything read at start-up lives on, so V8 would expect the same of every row and put rows where only a full collection
// frees them: 13 full collections instead of 48 in the same Bearer calls with a million tokens, 8 % less processor for each.
setFlagsFromString('--no-allocation-site-pretenuring');
// The embedded database is compiled quickly at first, and thoroughly where it has run for a while: with a hundredth of
// this, V8 spent 0.55 s of a start on that, in other threads, and no difference was seen in queries afterwards.
setFlagsFromString('--wasm-tiering-budget=180000000');

const filename = fileURLToPath(new URL('bundle/main.cjs', import.meta.url));
const cache = fileURLToPath(new URL('bundle/main.cache', import.meta.url));
export const script = new Script(readFileSync(filename, 'latin1'), {
  filename,
  cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
});
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(filename), module, filename);
