import { Option, type Command } from 'commander';
import type { CallView, FigureView, LegacyUseView, OverviewView, SettingsView } from '../api-types.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import { asList, type Context, type ListOptions, subcommand } from '../context.js';
import { columns } from '../output.js';

const PERIODS = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };
const CALLS_SHOWN = 5;

const LEGACY_COLUMNS = columns<LegacyUseView>(
  ['client:clientId', 'feature', 'last used:lastUsedAt'],
  ['what to do:meaning'],
);

/** What a new server still lacks, and how it gets it. */
const NEXT_STEPS: Readonly<Record<OverviewView['nextSteps'][number], string>> = {
  client: `Register the first client: ${hearthCommand('client create --help')}`,
  mail: 'Let the server send mails: set SMTP_URL. Until then invitations and links wait in the outbox.',
  administrator: `Make someone else an administrator: ${hearthCommand('account update --help')}`,
};

/**
 * Commands for operators: the figures of the home page, the settings, and legacy use.
 */
export function register(program: Command, context: Context): void {
  subcommand(
    program,
    'overview',
    'Show key figures: sign-ins, failures, tokens, accounts, families; refusals, outbox, nodes.',
    {
      'hearth overview --period 7d': 'the last seven days, and the seven before',
      'hearth overview --json | jq .outbox.failed': 'one number, for an alarm',
    },
  )
    .addOption(
      new Option('--period <period>', 'the last 24 hours, 7 or 30 days')
        .choices(Object.keys(PERIODS))
        .default('24h'),
    )
    .action(async ({ period }: { period: string }) =>
      showOverview(context, await context.api.get<OverviewView>(`/overview?period=${period}`)),
    );

  subcommand(program, 'settings', 'Show the settings of the node that answers, without secrets.', {
    'hearth settings': 'the effective settings',
  }).action(async () => {
    const answer = await context.api.get<SettingsView>('/settings');
    const rows = answer.items.map(({ name, value }) => [name, value ?? '(not set)'] as const);
    context.output.item(answer.items, Object.fromEntries(rows));
  });

  const legacyUse = subcommand(
    program,
    'legacy-use',
    'List clients that still use what the strict profile refuses.',
    { 'hearth legacy-use --client shop': 'what the client has to change before it can be strict' },
  );
  asList(legacyUse)
    .option('--client <id>', 'only this client')
    .action(({ client, ...options }: ListOptions & { client?: string }) =>
      context.list(LEGACY_COLUMNS, '/legacy-use', { client }, options),
    );
}

function showOverview({ output }: Context, overview: OverviewView): void {
  const { refusals, calls, tokens, outbox, nodes, database, certificates, legacyUse, nextSteps } = overview;
  const period = PERIODS[overview.period];
  const figure = ({ count, before }: Pick<FigureView, 'count' | 'before'>): string =>
    `${count} (${before} in the ${period} before)`;
  output.item(overview, {
    period: `the last ${period}`,
    'sign-ins': figure(overview.signIns),
    'failed sign-ins': figure(overview.failures),
    'tokens issued': figure(overview.tokensIssued),
    'active accounts': figure(overview.activeAccounts),
    'new families': figure(overview.newFamilies),
    'refusals by reason': refusals.map(({ reason, ...counts }) => `${reason}: ${figure(counts)}`),
    [`frequent calls of ${calls.node}`]: calls.items.slice(0, CALLS_SHOWN).map(lineOf),
    grants: tokens.grants,
    outbox: `${outbox.waiting} waiting, ${outbox.failed} failed, ${outbox.handover} to deliver by hand`,
    nodes: nodes.map(
      ({ name, version, isAlive }) => `${name} ${version}${isAlive ? '' : ' (not responding)'}`,
    ),
    database: `PostgreSQL ${database.version}, answers in ${database.answeredMs} ms`,
    certificates: certificates.map(({ subject, endsAt }) => `${subject} until ${endsAt.slice(0, 10)}`),
    'clients with legacy use': legacyUse.clients,
    'next steps': nextSteps.map((step) => NEXT_STEPS[step]),
  });
}

function lineOf({ call, requests, perSecond, p50Ms, p99Ms, refused, failed }: CallView): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const times = p50Ms === null ? '' : `, half within ${p50Ms} ms, 99 of 100 within ${p99Ms} ms`;
  return `${call}: ${requests}, ${perSecond.toFixed(2)} per second${times}, ${percent(refused)} refused, ${percent(failed)} failed`;
}
