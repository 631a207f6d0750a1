import { setFlagsFromString } from 'node:v8';

/** A start that takes so long runs something often: a large bootstrap file, for example. */
const LONGEST_START_MS = 3000;

/** Of a server that runs, and not of its start (scripts/launch.mjs). */
export const FLAGS_OF_SERVER = [
  '--opt',
  ...(Number.parseInt(process.versions.node, 10) >= 24 ? ['--maglev'] : []),
  // By default Node lets the heap triple before it collects garbage; this server prefers to use little memory.
  '--heap-growing-percent=25',
];

/** Until a server listens, V8 compiles and collects as little as it can. @returns what to call then */
export function startLightly(): () => void {
  const timer = setTimeout(run, LONGEST_START_MS).unref();
  return () => {
    clearTimeout(timer);
    run();
  };
}

function run(): void {
  for (const flag of FLAGS_OF_SERVER) setFlagsFromString(flag);
}
