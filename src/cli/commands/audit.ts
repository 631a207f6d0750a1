import { Option, type Command } from 'commander';
import type { AuditEventView, SavedFilterView } from '../api-types.js';
import { asList, type Context, examples, type ListOptions } from '../context.js';
import { Failure } from '../failure.js';
import type { Column } from '../table.js';

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
  { title: 'at', value: ({ at }) => at, isWhole: true },
  { title: 'action', value: ({ action }) => action, isWhole: true },
  { title: 'outcome', value: ({ outcome }) => outcome },
  { title: 'account', value: ({ accountId }) => accountId, isWhole: true },
  { title: 'client', value: ({ clientId }) => clientId },
  { title: 'target', value: ({ target }) => target },
  { title: 'address', value: ({ address }) => address },
  { title: 'details', value: ({ details }) => (details === null ? null : JSON.stringify(details)) },
];

const FILTER_COLUMNS: readonly Column<SavedFilterView>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'filters', value: ({ filters }) => JSON.stringify(filters) },
];

export function register(program: Command, context: Context): void {
  const audit = program
    .command('audit')
    .description('Read the audit trail: who did what and when, and whether it succeeded.');
  const list = withFilters(asList(audit.command('list').description('List events, newest first.'))).action(
    ({ all, limit, after, ...filters }: ListOptions & Filters) =>
      context.list(COLUMNS, PATH, filters, { all, limit, after }),
  );
  examples(list, {
    'hearth audit list --action signin --outcome refused --from 2026-11-21': 'failed sign-ins since that day',
    'hearth audit list --target ruleset:WEB': 'changes to a ruleset, with values before and after',
  });

  const exporting = withFilters(
    audit.command('export').description('Write all matching events as NDJSON.'),
  ).action((filters: Filters) =>
    context.api.stream(PATH, { ...filters }, (text) => context.output.writeRaw(text)),
  );
  examples(exporting, {
    'hearth audit export --from 2026-10-01 --to 2026-11-01 > october.ndjson': 'archive one month',
  });
  registerFilters(audit, context);
}

interface NamedFilter extends Filters {
  readonly name?: string;
  readonly last?: string;
}

function registerFilters(audit: Command, context: Context): void {
  const filter = audit
    .command('filter')
    .description('Saved filters of the console’s audit page, which all administrators and support share.');
  const list = filter
    .command('list')
    .description('List saved filters by name.')
    .action(async () => {
      const items = context.api.list<SavedFilterView>(`${PATH}/filters`, {}, { limit: Infinity });
      await context.output.list(FILTER_COLUMNS, items);
    });
  examples(list, { 'hearth audit filter list': 'with what each of them holds' });

  const save = withFilters(
    filter
      .command('save')
      .description('Save filters under a name, replacing what it stood for.')
      .argument('<name>', 'what the console shows it as')
      .addOption(
        new Option('--last <period>', 'a period that ends now').choices(['hour', 'day', 'week', 'month']),
      ),
  ).action(async (name: string, filters: NamedFilter) => {
    if (Object.keys(filters).length === 0) throw new Failure('No filters given. See --help.', 'usage');
    const saved = await context.api.post<SavedFilterView>(`${PATH}/filters`, { name, filters });
    context.output.done(`Saved filter ${saved.id}.`, saved);
  });
  examples(save, {
    "hearth audit filter save 'Refused today' --outcome refused --last day":
      'for everybody who reads the audit',
  });

  const remove = filter
    .command('delete')
    .description('Delete a saved filter.')
    .argument('<id>', 'its number, as the list has it')
    .action(async (id: string) => {
      await context.api.send('DELETE', `${PATH}/filters/${encodeURIComponent(id)}`);
      context.output.done('Filter deleted.');
    });
  examples(remove, { 'hearth audit filter delete 3': 'the events stay' });
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
