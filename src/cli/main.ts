import { readEnvironment } from './environment.js';
import { run } from './run.js';

const { stdin, stdout, stderr } = process;

// `hearth … | head` closes the pipe when it has enough: no error.
stdout.on('error', (cause: NodeJS.ErrnoException) => process.exit(cause.code === 'EPIPE' ? 0 : 1));

const terminal = { in: stdin, out: stdout, err: stderr };
// Not process.exit, which would cut off output that a pipe has not taken yet.
process.exitCode = await run(process.argv.slice(2), readEnvironment(), terminal);
