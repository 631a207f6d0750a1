import type { Command } from 'commander';
import type { LegacyUseView, OverviewView, SettingsView } from '../api-types.js';
import { asList, type Context, examples, extentOf, type ListOptions, tellMore } from '../context.js';
import type { Column } from '../table.js';

const LEGACY_COLUMNS: readonly Column<LegacyUseView>[] = [
  { title: 'client', value: ({ clientId }) => clientId, isWhole: true },
  { title: 'feature', value: ({ feature }) => feature, isWhole: true },
  { title: 'last used', value: ({ lastUsedAt }) => lastUsedAt, isWhole: true },
  { title: 'what to do', value: ({ meaning }) => meaning },
];

/**
 * Commands for operators: the figures of the home page, the settings, and legacy use.
 */
export function register(program: Command, context: Context): void {
  const overview = program
    .command('overview')
    .description('Show key figures: sign-ins, refusals, tokens, outbox, nodes.')
    .action(async () => showOverview(context, await context.api.get<OverviewView>('/overview')));
  examples(overview, { 'hearth overview --json | jq .outbox.failed': 'one number, for an alarm' });

  const settings = program
    .command('settings')
    .description('Show the settings of the node that answers, without secrets.')
    .action(async () => {
      const answer = await context.api.get<SettingsView>('/settings');
      const rows = answer.items.map(({ name, value }) => [name, value ?? '(not set)'] as const);
      context.output.item(answer.items, Object.fromEntries(rows));
    });
  examples(settings, { 'hearth settings': 'the effective settings' });

  const legacyUse = asList(
    program.command('legacy-use').description('List clients that still use what the strict profile refuses.'),
  )
    .option('--client <id>', 'only this client')
    .action(async ({ client, ...options }: ListOptions & { client?: string }) => {
      const items = context.api.list<LegacyUseView>('/legacy-use', { client }, extentOf(options));
      tellMore(context.output, await context.output.list(LEGACY_COLUMNS, items));
    });
  examples(legacyUse, {
    'hearth legacy-use --client shop': 'what the client has to change before it can be strict',
  });
}

function showOverview({ output }: Context, overview: OverviewView): void {
  const { hours, refusals, tokens, outbox, nodes, legacyUse } = overview;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  output.item(overview, {
    'sign-ins, 24 h': sum(hours.map(({ signIns }) => signIns)),
    'refused sign-ins, 24 h': sum(hours.map((hour) => hour.refusals)),
    'refusals by reason': refusals.map(({ reason, count }) => `${reason} ${count}`),
    'access tokens': tokens.access,
    'refresh tokens': tokens.refresh,
    grants: tokens.grants,
    outbox: `${outbox.waiting} waiting, ${outbox.failed} failed, ${outbox.handover} to deliver by hand`,
    nodes: nodes.map(
      ({ name, version, isAlive }) => `${name} ${version}${isAlive ? '' : ' (not responding)'}`,
    ),
    'clients with legacy use': legacyUse.clients,
  });
}
