import { Argument, type Command } from 'commander';
import { SCRIPTS } from '../completion.js';
import { type Context, examples } from '../context.js';

type Shell = keyof typeof SCRIPTS;

export function register(program: Command, context: Context): void {
  const command = program
    .command('completion')
    .description('Print the completion script for a shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SCRIPTS)))
    .action((shell: Shell) => context.output.write(SCRIPTS[shell]));
  examples(command, {
    'source <(hearth completion bash)': 'for this shell; to enable it for all, add the line to ~/.bashrc',
    'hearth completion fish | source': 'the same in fish',
  });
}
