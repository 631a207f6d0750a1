import type { Command } from 'commander';
import { VARIABLES } from '../environment.js';
import { EXIT_CODES } from '../failure.js';

/** Topics of `hearth help` besides the commands. */
export function register(program: Command): void {
  const codes = Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning] as const);
  topic(program, 'exit-codes', 'Exit codes, for scripts', codes);
  topic(program, 'environment', 'Environment variables', Object.entries(VARIABLES));
}

function topic(
  program: Command,
  name: string,
  summary: string,
  rows: readonly (readonly [string, string])[],
): void {
  const width = Math.max(...rows.map(([term]) => term.length));
  const text = `${summary}:\n\n${rows.map(([term, meaning]) => `  ${term.padEnd(width)}  ${meaning}`).join('\n')}\n`;
  const command = program.command(name).summary(summary).usage('');
  command.configureHelp({ formatHelp: () => text }).action(() => command.outputHelp());
}
