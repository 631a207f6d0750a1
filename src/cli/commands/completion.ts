import { Argument, type Command } from 'commander';
import { SCRIPTS } from '../completion.js';
import { type Context, examples } from '../context.js';

type Shell = keyof typeof SCRIPTS;

export function register(program: Command, context: Context): void {
  const command = program
    .command('completion')
    .description('Write the script that completes hearth in a shell.')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SCRIPTS)))
    .action((shell: Shell) => context.output.write(SCRIPTS[shell]));
  examples(command, {
    'source <(hearth completion bash)': 'complete in this shell; for all shells put the line into ~/.bashrc',
    'hearth completion fish | source': 'the same in fish',
  });
}
