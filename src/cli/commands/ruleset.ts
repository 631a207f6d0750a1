import type { Command } from 'commander';
import type { RulesetPreviewView, RulesetView } from '../api-types.js';
import { type Context, gathered, subcommand } from '../context.js';
import { Failure } from '../failure.js';
import { RecordCommands } from '../record-commands.js';
import { requiredChange } from '../record-options.js';
import { type Column, columns } from '../output.js';

interface Values {
  readonly description?: string;
  readonly rule?: readonly string[];
}

interface Changes extends Values {
  readonly addRule?: readonly string[];
  readonly removeRule?: readonly string[];
}

const COLUMNS: readonly Column<RulesetView>[] = [
  ...columns<RulesetView>(['name']),
  { title: 'rules', value: ({ rules }) => rules.join(' ') },
  ...columns<RulesetView>([], ['clients', 'shipped:isShipped', 'description']),
];
const A_RULE =
  'a call or a pattern such as acc*; with a leading !, refuses it; with " requires acr URI" behind it, asks how the account signed in; may be repeated';

export function register(program: Command, context: Context): void {
  const parent = program.command('ruleset').description('Manage rulesets: the calls that clients may make.');
  const rulesets = new RecordCommands(parent, context, {
    noun: 'ruleset',
    path: '/rulesets',
    id: ['<name>', 'name of the ruleset'],
  });
  rulesets.list('List the rulesets.', COLUMNS, {
    'hearth ruleset list': 'rulesets, and how many clients use each',
    "hearth ruleset list --all --json | jq '.[].name'": 'only the names',
  });
  rulesets.get<RulesetView>(
    'Show one ruleset.',
    ({ name, description, rules, isShipped, clients }) => {
      return { name, description, rules, shipped: isShipped, clients };
    },
    { 'hearth ruleset get WEB': 'its rules, and how many clients use it' },
  );
  registerPreview(parent, context);
  registerCreate(parent, context);
  registerUpdate(rulesets, context);
  rulesets.delete('Delete a ruleset that no client uses.', {
    'hearth ruleset delete KIOSK --yes': 'in a script',
  });
}

function registerPreview(parent: Command, context: Context): void {
  subcommand(parent, 'preview', 'Preview what rules would allow, compared with the saved ones.', {
    "hearth ruleset preview WEB --rule 'log2*' --rule 'acc*'": 'calls that WEB would lose or gain',
  })
    .argument('[name]', 'name of the ruleset to compare with')
    .requiredOption('--rule <pattern>', A_RULE, gathered)
    .action((name: string | undefined, { rule }: Values) => showPreview(context, name, rule ?? []));
}

function registerCreate(parent: Command, context: Context): void {
  subcommand(parent, 'create', 'Create a ruleset.', {
    "hearth ruleset create KIOSK --rule 'acc*' --rule '!accgetloggedaccount' --description 'Kiosks'":
      'all calls of the group acc except one',
  })
    .argument('<name>', 'name of the ruleset, in capitals')
    .requiredOption('--rule <pattern>', A_RULE, gathered)
    .option('--description <text>', 'its purpose')
    .action(async (name: string, { description = '', rule }: Values) => {
      const created = await context.api.post('/rulesets', { name, description, rules: rule });
      context.output.done(`Ruleset ${name} created.`, created);
    });
}

function registerUpdate(rulesets: RecordCommands, context: Context): void {
  rulesets
    .one('update', 'Update a ruleset. It takes effect on every node within 5 seconds.', {
      "hearth ruleset update KIOSK --add-rule 'sys*' --remove-rule '!accgetloggedaccount'":
        'keep the other rules',
      "hearth ruleset update KIOSK --rule 'acc*'": 'replace all rules',
    })
    .option('--description <text>', 'its purpose')
    .option('--rule <pattern>', `replaces all its rules: ${A_RULE}`, gathered)
    .option('--add-rule <pattern>', 'add a rule; may be repeated', gathered)
    .option('--remove-rule <pattern>', 'remove a rule; may be repeated', gathered)
    .action(async (name: string, changes: Changes) => {
      const change = changeOf(name, requiredChange(changes));
      const updated = await context.api.update<RulesetView>(await rulesets.pathOf(name), change);
      context.output.done(`Ruleset ${name} updated.`, updated);
    });
}

function changeOf(name: string, { description, rule, addRule = [], removeRule = [] }: Changes) {
  return ({ rules }: RulesetView) => {
    const missing = removeRule.filter((each) => !(rule ?? rules).includes(each));
    if (missing.length > 0) throw new Failure(`${name} has no rule ${missing.join(', ')}.`, 'notFound');
    const kept = (rule ?? rules).filter((each) => !removeRule.includes(each));
    return { description, rules: [...new Set([...kept, ...addRule])] };
  };
}

async function showPreview({ api, output }: Context, name: string | undefined, rules: readonly string[]) {
  const preview = await api.post<RulesetPreviewView>('/rulesets/preview', { name, rules });
  const { calls, clients, changed, asking, idle } = preview;
  const named = (isAllowed: boolean) =>
    calls.filter((call) => call.allowed === isAllowed).map((call) => call.name);
  output.item(preview, {
    ...(name === undefined ? { allowed: named(true) } : {}),
    'newly allowed': named(true).filter((call) => changed.includes(call)),
    'newly refused': named(false).filter((call) => changed.includes(call)),
    ...(asking.length > 0 ? { 'asking for another sign-in': asking } : {}),
    clients,
  });
  if (idle.length > 0) output.say(`These rules match no call: ${idle.join(', ')}`);
}
