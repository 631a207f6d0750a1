import { closeSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { ConfigurationChange, ConfigurationChanges } from '../api-types.js';
import type { ServerAnswer } from '../http.js';
import { type Context, subcommand } from '../context.js';
import { jsonText, cellText } from '../output.js';
import { openPrivate } from '../private-file.js';
import { readJson } from '../record-options.js';
import { registerRecordExports } from './export-records.js';
import { registerAccountsImport } from './import-accounts.js';

const PATH = '/configuration';
/** Number of clients from which progress is shown, since it takes a while. */
const MANY = 500;
const SIGNS = { create: '+', update: '~', delete: '-' } as const;

export function register(program: Command, context: Context): void {
  registerExport(program, context);
  registerImport(program, context);
}

function registerExport(program: Command, context: Context): void {
  const command = subcommand(
    program,
    'export',
    'Export all rulesets, clients, brandings, providers, webhooks and resources as JSON; secrets are hashes, or sealed.',
    {
      'hearth export --profile staging staging.json': 'to a file',
      'hearth export | jq .rulesets': 'only the rulesets',
    },
  )
    .argument('[file]', 'file to write; standard output if left out')
    .action(async (file?: string) => {
      const text = jsonText(await context.api.get(PATH), 2);
      if (file === undefined) return context.output.write(text);
      const out = openPrivate(file);
      writeFileSync(out, `${text}\n`);
      closeSync(out);
      context.output.say(`Written to ${file}, which only you can read.`);
    });
  registerRecordExports(command, context);
}

function registerImport(program: Command, context: Context): void {
  const command = subcommand(
    program,
    'import',
    'Import rulesets, clients, brandings, providers, webhooks and resources from an export. Shows what would change first.',
    {
      'hearth import --profile production staging.json': 'shows the differences and asks',
      'hearth import --dry-run staging.json': 'only shows the differences',
      'hearth import --prune --yes staging.json': 'in a script: make the server match the file',
    },
  )
    .argument('<file>', 'an export; - for standard input')
    .option('--prune', 'also delete what is not in the file')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask for confirmation')
    .action((file: string, options: ImportOptions) => apply(context, file, options));
  registerAccountsImport(command, context);
}

interface ImportOptions {
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

async function apply(context: Context, file: string, options: ImportOptions): Promise<void> {
  const { prune = false, dryRun = false, yes = false } = options;
  const document = readJson(file);
  const { api, output, prompt } = context;
  const clients = clientsIn(document);
  if (clients >= MANY) output.say(`Comparing ${clients} clients with the server’s …`);
  const dry = await api.request('POST', PATH, { body: document, query: { dryRun: true, prune } });
  const { changes } = dry.body as ConfigurationChanges;
  if (output.isJson) output.item(dry.body, {});
  else for (const change of changes) output.write(linesOf(change).join('\n'));
  if (changes.length === 0) return output.say('No differences.');
  if (dryRun) return output.say(`${counted(changes)} to make.`);
  await prompt.confirm(`Make ${counted(changes)}?`, yes);
  if (changes.length >= MANY) output.say(`Making ${counted(changes)} …`);
  await api.request('POST', PATH, { body: document, query: { prune }, headers: sameAs(dry) });
  output.say(`${counted(changes)} made.`);
}

function clientsIn(document: unknown): number {
  const { clients = [] } = (document ?? {}) as { clients?: unknown };
  return Array.isArray(clients) ? clients.length : 0;
}

/**
 * The header by which the server applies exactly what was shown, or nothing if the configuration has changed since.
 */
function sameAs({ headers }: ServerAnswer): Record<string, string> {
  return { 'If-Match': headers.get('etag') ?? '*' };
}

function counted({ length }: readonly ConfigurationChange[]): string {
  return length === 1 ? '1 change' : `${length} changes`;
}

function linesOf({ kind, name, action, before, after }: ConfigurationChange): string[] {
  const members = Object.keys(after ?? {}).map((member) => {
    const now = textOf(after?.[member]);
    return `    ${cellText(member)}: ${before ? `${textOf(before[member])} -> ${now}` : now}`;
  });
  return [`${SIGNS[action]} ${kind} ${cellText(name)}`, ...members];
}

function textOf(value: unknown): string {
  return cellText(JSON.stringify(value) ?? '');
}
