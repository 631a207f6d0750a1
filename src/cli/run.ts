import { CommanderError } from 'commander';
import { candidates } from './completion.js';
import type { Terminal } from './context.js';
import type { Environment } from './environment.js';
import { EXIT_CODES, Failure } from './failure.js';
import { createProgram } from './program.js';
import { printable } from './output.js';

/**
 * Does what a command line says.
 * @returns the exit code
 */
export async function run(
  words: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  const program = createProgram(environment, terminal);
  if (words[0] === '__complete') {
    for (const { word, meaning } of candidates(program, words.slice(1)))
      terminal.out.write(`${word}\t${meaning}\n`);
    return EXIT_CODES.done.code;
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return EXIT_CODES.done.code;
  } catch (cause) {
    // Commander has printed the error or the requested help already.
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : EXIT_CODES.usage.code;
    const failure = cause instanceof Failure ? cause : new Failure(`Unexpected: ${String(cause)}`);
    terminal.err.write(`${printable(failure.message)}\n`);
    return EXIT_CODES[failure.exitCode].code;
  }
}
