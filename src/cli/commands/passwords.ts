import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { buildBreachList, type Built } from '../breach-list.js';
import { type Context, subcommand, positiveNumber } from '../context.js';
import { Failure } from '../failure.js';
import { Progress } from '../progress.js';

interface Options {
  readonly minCount: number;
}

export function register(program: Command, context: Context): void {
  const parent = program
    .command('passwords')
    .description('Prepare lists of passwords. Works without a server.');
  subcommand(
    parent,
    'build',
    'Make the file for PASSWORD_BREACHES_FILE from a download of Have I Been Pwned (SHA-1, sorted by hash).',
    {
      'hearth passwords build pwnedpasswords.txt breached-passwords.bin': 'all of them, 8 bytes each',
      'hearth passwords build pwnedpasswords.txt breached-passwords.bin --min-count 10':
        'those seen at least ten times',
    },
  )
    .argument('<download>', 'lines with a SHA-1 in hex and how often it was seen, sorted')
    .argument('<file>', 'the file to make; it is replaced when the new one is whole')
    .option('--min-count <number>', 'leave out passwords that were seen less often', positiveNumber, 1)
    .action((download: string, file: string, options: Options) => run(context, download, file, options));
}

async function run(context: Context, download: string, file: string, { minCount }: Options): Promise<void> {
  if (!existsSync(download)) throw new Failure(`File not found: ${download}.`, 'usage');
  const progress = new Progress(context.messages, statSync(download).size);
  const show = ({ bytes, entries }: Built) => progress.show(bytes, `${entries} passwords`);
  try {
    const { entries, lines } = await buildBreachList({ from: download, to: file, minCount, show });
    progress.end();
    const seconds = Number(progress.seconds.toFixed(1));
    const text = `${entries} passwords of ${lines} lines in ${seconds} s. Set PASSWORD_BREACHES_FILE=${file} and start the server again.`;
    context.output.done(text, { entries, lines, seconds });
  } finally {
    progress.end();
  }
}
