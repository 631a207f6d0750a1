import { Option, type Command } from 'commander';
import type { AuditEventView } from '../api-types.js';
import { asList, type Context, examples, extentOf, type ListOptions, tellMore } from '../context.js';
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

export function register(program: Command, context: Context): void {
  const audit = program
    .command('audit')
    .description('Read the audit trail: who did what and when, and whether it succeeded.');
  const list = withFilters(asList(audit.command('list').description('List events, newest first.'))).action(
    async ({ all, limit, after, ...filters }: ListOptions & Filters) => {
      const items = context.api.list<AuditEventView>(PATH, { ...filters }, extentOf({ all, limit, after }));
      tellMore(context.output, await context.output.list(COLUMNS, items));
    },
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
