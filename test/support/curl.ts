import { execFile } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { programPath } from './programs.js';

const run = promisify(execFile);

/** Runs a line as if pasted into a shell; uses the stand-in if there is no curl. */
export async function paste(line: string, folder: string): Promise<string> {
  const programs = mkdtempSync(join(folder, 'programs-'));
  symlinkSync(programPath('curl'), join(programs, 'curl'));
  const env = { PATH: [programs, process.env.PATH ?? ''].join(delimiter) };
  return (await run(programPath('bash'), ['-c', line], { env })).stdout;
}
