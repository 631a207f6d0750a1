import { Option, type Command } from 'commander';
import type { AuditEventView, SavedFilterView } from '../api-types.js';
import { asList, type Context, type ListOptions, subcommand } from '../context.js';
import { Failure } from '../failure.js';
import { RecordCommands } from '../record-commands.js';
import { type Column, columns } from '../output.js';

interface Filters {
  readonly account?: string;
  readonly client?: string;
  readonly action?: string;
  readonly target?: string;
  readonly outcome?: string;
  readonly from?: string;
  readonly to?: string;
}

const PATH = '/audit';
const COLUMNS: readonly Column<AuditEventView>[] = [
  ...columns<AuditEventView>(['at', 'action'], ['outcome']),
  ...columns<AuditEventView>(['account:accountId'], ['client:clientId', 'target', 'address']),
  { title: 'details', value: ({ details }) => (details === null ? null : JSON.stringify(details)) },
];

const FILTER_COLUMNS: readonly Column<SavedFilterView>[] = [
  ...columns<SavedFilterView>(['id'], ['name']),
  { title: 'filters', value: ({ filters }) => JSON.stringify(filters) },
];

export function register(program: Command, context: Context): void {
  const audit = program
    .command('audit')
    .description('Read the audit trail: who did what and when, and whether it succeeded.');
  const list = subcommand(audit, 'list', 'List events, newest first.', {
    'hearth audit list --action signin --outcome refused --from 2026-11-21': 'failed sign-ins since that day',
    'hearth audit list --target ruleset:WEB': 'changes to a ruleset, with values before and after',
  });
  withFilters(asList(list)).action(({ all, limit, after, ...filters }: ListOptions & Filters) =>
    context.list(COLUMNS, PATH, filters, { all, limit, after }),
  );
  const exporting = subcommand(audit, 'export', 'Write all matching events as NDJSON.', {
    'hearth audit export --from 2026-10-01 --to 2026-11-01 > october.ndjson': 'archive one month',
  });
  withFilters(exporting).action((filters: Filters) =>
    context.api.stream(PATH, { ...filters }, (text) => context.output.writeRaw(text)),
  );
  registerFilters(audit, context);
}

interface NamedFilter extends Filters {
  readonly name?: string;
  readonly last?: string;
}

function registerFilters(audit: Command, context: Context): void {
  const parent = audit
    .command('filter')
    .description('Saved filters of the console’s audit page, which all administrators and support share.');
  const saved = new RecordCommands(parent, context, {
    noun: 'filter',
    path: `${PATH}/filters`,
    id: ['<id>', 'its number, as the list has it'],
  });
  saved.wholeList('List saved filters by name.', FILTER_COLUMNS, {
    'hearth audit filter list': 'with what each of them holds',
  });
  const save = subcommand(parent, 'save', 'Save filters under a name, replacing what it stood for.', {
    "hearth audit filter save 'Refused today' --outcome refused --last day":
      'for everybody who reads the audit',
  })
    .argument('<name>', 'what the console shows it as')
    .addOption(
      new Option('--last <period>', 'a period that ends now').choices(['hour', 'day', 'week', 'month']),
    );
  withFilters(save).action(async (name: string, filters: NamedFilter) => {
    if (Object.keys(filters).length === 0) throw new Failure('No filters given. See --help.', 'usage');
    const made = await context.api.post<SavedFilterView>(`${PATH}/filters`, { name, filters });
    context.output.done(`Saved filter ${made.id}.`, made);
  });
  saved.act(
    'delete',
    'Delete a saved filter.',
    { method: 'DELETE', said: () => 'Filter deleted.' },
    { 'hearth audit filter delete 3': 'the events stay' },
  );
}

function withFilters(command: Command): Command {
  return command
    .option('--account <id>', 'only actions by this account')
    .option('--client <id>', 'only actions by this client')
    .option('--action <action>', 'only this action, such as signin or client.updated')
    .option('--target <target>', 'only actions on this object, such as client:shop')
    .addOption(new Option('--outcome <outcome>', 'only with this result').choices(['ok', 'refused']))
    .option('--from <moment>', 'from this time on, such as 2026-11-21 or 2026-11-21T12:00:00Z')
    .option('--to <moment>', 'before this time');
}
