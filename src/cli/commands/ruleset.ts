import type { Command } from 'commander';
import type { RulesetPreviewView, RulesetView } from '../api-types.js';
import { segment } from '../api-client.js';
import {
  asList,
  type Context,
  examples,
  extentOf,
  gathered,
  type ListOptions,
  tellMore,
} from '../context.js';
import { Failure } from '../failure.js';
import type { Column } from '../table.js';

interface Values {
  readonly description?: string;
  readonly rule?: readonly string[];
}

interface Changes extends Values {
  readonly addRule?: readonly string[];
  readonly removeRule?: readonly string[];
}

const PATH = '/rulesets';
const COLUMNS: readonly Column<RulesetView>[] = [
  { title: 'name', value: ({ name }) => name, isWhole: true },
  { title: 'rules', value: ({ rules }) => rules.join(' ') },
  { title: 'clients', value: ({ clients }) => clients },
  { title: 'shipped', value: ({ isShipped }) => isShipped },
  { title: 'description', value: ({ description }) => description },
];
const A_RULE =
  'a call or a pattern such as acc*; with a leading !, refuses it; with " requires acr URI" behind it, asks how the account signed in; may be repeated';

export function register(program: Command, context: Context): void {
  const ruleset = program.command('ruleset').description('Manage rulesets: the calls that clients may make.');
  registerReading(ruleset, context);
  registerChanging(ruleset, context);
}

function registerReading(ruleset: Command, context: Context): void {
  const list = asList(ruleset.command('list').description('List the rulesets.')).action(
    async (options: ListOptions) => {
      const items = context.api.list<RulesetView>(PATH, {}, extentOf(options));
      tellMore(context.output, await context.output.list(COLUMNS, items));
    },
  );
  examples(list, {
    'hearth ruleset list': 'rulesets, and how many clients use each',
    "hearth ruleset list --all --json | jq '.[].name'": 'only the names',
  });

  const get = ruleset
    .command('get')
    .description('Show one ruleset.')
    .argument('<name>', 'name of the ruleset')
    .action(async (name: string) => show(context, await context.api.get<RulesetView>(pathOf(name))));
  const preview = ruleset
    .command('preview')
    .description('Preview what rules would allow, compared with the saved ones.')
    .argument('[name]', 'name of the ruleset to compare with')
    .requiredOption('--rule <pattern>', A_RULE, gathered)
    .action((name: string | undefined, { rule }: Values) => showPreview(context, name, rule ?? []));
  examples(preview, {
    "hearth ruleset preview WEB --rule 'log2*' --rule 'acc*'": 'calls that WEB would lose or gain',
  });
  examples(get, { 'hearth ruleset get WEB': 'its rules, and how many clients use it' });
}

function registerChanging(ruleset: Command, context: Context): void {
  const create = ruleset
    .command('create')
    .description('Create a ruleset.')
    .argument('<name>', 'name of the ruleset, in capitals')
    .requiredOption('--rule <pattern>', A_RULE, gathered)
    .option('--description <text>', 'its purpose')
    .action(async (name: string, { description = '', rule }: Values) => {
      const created = await context.api.post(PATH, { name, description, rules: rule });
      context.output.done(`Ruleset ${name} created.`, created);
    });
  examples(create, {
    "hearth ruleset create KIOSK --rule 'acc*' --rule '!accgetloggedaccount' --description 'Kiosks'":
      'all calls of the group acc except one',
  });

  const update = ruleset
    .command('update')
    .description('Update a ruleset. It takes effect on every node within 5 seconds.')
    .argument('<name>', 'name of the ruleset')
    .option('--description <text>', 'its purpose')
    .option('--rule <pattern>', `replaces all its rules: ${A_RULE}`, gathered)
    .option('--add-rule <pattern>', 'add a rule; may be repeated', gathered)
    .option('--remove-rule <pattern>', 'remove a rule; may be repeated', gathered)
    .action((name: string, changes: Changes) => change(context, name, changes));
  examples(update, {
    "hearth ruleset update KIOSK --add-rule 'sys*' --remove-rule '!accgetloggedaccount'":
      'keep the other rules',
    "hearth ruleset update KIOSK --rule 'acc*'": 'replace all rules',
  });

  const remove = ruleset
    .command('delete')
    .description('Delete a ruleset that no client uses.')
    .argument('<name>', 'name of the ruleset')
    .option('--yes', 'do not ask for confirmation')
    .action(async (name: string, { yes = false }: { yes?: boolean }) => {
      await context.prompt.confirmByName(`The ruleset ${name} will be deleted.`, name, yes);
      await context.api.delete(pathOf(name));
      context.output.done(`Ruleset ${name} deleted.`);
    });
  examples(remove, { 'hearth ruleset delete KIOSK --yes': 'in a script' });
}

async function change(context: Context, name: string, changes: Changes): Promise<void> {
  const { description, rule, addRule = [], removeRule = [] } = changes;
  if (Object.keys(changes).length === 0) throw new Failure('No changes given. See --help.', 'usage');
  const updated = await context.api.update<RulesetView>(pathOf(name), ({ rules }) => {
    const missing = removeRule.filter((each) => !(rule ?? rules).includes(each));
    if (missing.length > 0) throw new Failure(`${name} has no rule ${missing.join(', ')}.`, 'notFound');
    const kept = (rule ?? rules).filter((each) => !removeRule.includes(each));
    return { description, rules: [...new Set([...kept, ...addRule])] };
  });
  context.output.done(`Ruleset ${name} updated.`, updated);
}

async function showPreview({ api, output }: Context, name: string | undefined, rules: readonly string[]) {
  const preview = await api.post<RulesetPreviewView>(`${PATH}/preview`, { name, rules });
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

function show({ output }: Context, ruleset: RulesetView): void {
  const { name, description, rules, isShipped, clients } = ruleset;
  output.item(ruleset, { name, description, rules, shipped: isShipped, clients });
}

function pathOf(name: string): string {
  return `${PATH}/${segment(name)}`;
}
