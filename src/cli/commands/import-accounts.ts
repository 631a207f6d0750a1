import { type Command, Option } from 'commander';
import { type Context, gathered, withExamples } from '../context.js';
import { Failure } from '../failure.js';
import { AccountsImport } from '../import/accounts-import.js';
import type { GivenOptions, SourceOption } from '../import/source.js';
import { sourceNamed, IMPORT_SOURCES, type SourceName } from '../import/sources.js';

const NAMES = Object.keys(IMPORT_SOURCES) as SourceName[];

type Options = GivenOptions & { readonly from: SourceName; readonly dryRun?: boolean };

/** The command below `hearth import`. */
export function registerAccountsImport(parent: Command, context: Context): void {
  const accounts = parent
    .command('accounts')
    .description('Import accounts from another system, with their password hashes.')
    .argument('<file>', 'what the system exported; see below')
    .addOption(new Option('--from <system>', 'where the file is from').choices(NAMES).default('lines'))
    .option('--dry-run', 'only tell what would be created, refused and left out')
    .addHelpText('after', () => `\nFiles, by --from:\n${filesHelp().join('\n')}`)
    .action((file: string, { from, dryRun = false, ...given }: Options) => {
      const source = sourceNamed(from);
      requireOptions(from, given);
      return new AccountsImport(context, { source, file, given, isDryRun: dryRun }).run();
    });
  for (const [option, takenBy] of sourceOptions()) accounts.addOption(optionOf(option, takenBy));
  withExamples(accounts, {
    ...Object.fromEntries(
      NAMES.map((name) => [
        `hearth import accounts ${IMPORT_SOURCES[name].example}`,
        `from ${IMPORT_SOURCES[name].product}`,
      ]),
    ),
    'jq -c .account old-users.ndjson.rejected.ndjson > again.ndjson':
      'extract the refused lines to correct and import them again',
  });
}

/** Each option once, with the sources that take it. */
function sourceOptions(): ReadonlyMap<SourceOption, readonly SourceName[]> {
  const options = new Map<SourceOption, SourceName[]>();
  for (const name of NAMES)
    for (const option of Object.values<SourceOption>(sourceNamed(name).options))
      options.set(option, [...(options.get(option) ?? []), name]);
  return options;
}

function optionOf({ flags, help, isRepeated }: SourceOption, takenBy: readonly SourceName[]): Option {
  const option = new Option(flags, `${takenBy.join(', ')}: ${help}`);
  return isRepeated ? option.argParser<string[]>(gathered) : option;
}

/** @throws Failure for an option of another source, or without one that is required */
function requireOptions(from: SourceName, given: GivenOptions): void {
  const { options } = sourceNamed(from);
  for (const [option, takenBy] of sourceOptions()) {
    const isGiven = given[new Option(option.flags).attributeName()] !== undefined;
    const flag = option.flags.split(' ')[0];
    if (isGiven && !takenBy.includes(from))
      throw new Failure(`${flag} is not for --from ${from}. It is for: ${takenBy.join(', ')}.`, 'usage');
    if (!isGiven && option.isRequired && Object.values(options).includes(option))
      throw new Failure(`--from ${from} needs ${option.flags}: ${option.help}.`, 'usage');
  }
}

function filesHelp(): string[] {
  const widest = Math.max(...NAMES.map((name) => name.length));
  return NAMES.map((name) => `  ${name.padEnd(widest)}  ${IMPORT_SOURCES[name].file}`);
}
