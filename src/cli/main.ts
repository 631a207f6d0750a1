import { CommanderError } from 'commander';
import { candidates } from './completion.js';
import { readEnvironment } from './environment.js';
import { EXIT_CODES, Failure } from './failure.js';
import { createProgram } from './program.js';
import { printable } from './table.js';

const { stdin, stdout, stderr } = process;
const words = process.argv.slice(2);

// `hearth … | head` closes the pipe when it has enough: no error.
stdout.on('error', (cause: NodeJS.ErrnoException) => process.exit(cause.code === 'EPIPE' ? 0 : 1));

const program = createProgram(readEnvironment(), { in: stdin, out: stdout, err: stderr });
if (words[0] === '__complete') {
  for (const { word, meaning } of candidates(program, words.slice(1))) stdout.write(`${word}\t${meaning}\n`);
} else {
  // Not process.exit, which would cut off output that a pipe has not taken yet.
  process.exitCode = await run();
}

async function run(): Promise<number> {
  try {
    await program.parseAsync(words, { from: 'user' });
    return EXIT_CODES.done.code;
  } catch (cause) {
    // Commander has printed the error or the requested help already.
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : EXIT_CODES.usage.code;
    const failure = cause instanceof Failure ? cause : new Failure(`Unexpected: ${String(cause)}`);
    stderr.write(`${printable(failure.message)}\n`);
    return EXIT_CODES[failure.exitCode].code;
  }
}
