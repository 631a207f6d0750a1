import type { Command } from 'commander';
import type { AddedSecretView, CallTestView, RedirectTestView, TrialsView } from '../api-types.js';
import { segment } from '../api-client.js';
import { type Context, examples } from '../context.js';
import { Failure } from '../failure.js';

/** Commands for the secrets of a client, and for diagnosis. */
export function registerTools(client: Command, context: Context): void {
  registerSecrets(client, context);
  registerTests(client, context);
  registerTrial(client, context);
}

/** The text to paste goes to stdout, the instructions to stderr. */
function registerTrial(client: Command, context: Context): void {
  const trial = client
    .command('try')
    .description('Show the lines that get a token for a client, ready to be pasted.')
    .argument('<client-id>', 'the client')
    .action(async (clientId: string) => {
      const { api, output } = context;
      const found = await api.get<TrialsView>(`/clients/${segment(clientId)}/trials`);
      if (found.trials.length === 0)
        output.say('No way to a token: give it a ruleset that allows oauth2token, and a RedirectUrl.');
      if (output.isJson) return output.item(found, {});
      for (const { title, advice, link, commands } of found.trials) {
        output.say(`${title}. ${advice}`);
        for (const line of link === undefined ? commands : [link, ...commands]) output.write(line);
      }
    });
  examples(trial, { 'hearth client try shop': 'put in the secret, and what it says' });
}

function registerSecrets(client: Command, context: Context): void {
  const secret = client.command('secret').description('Secrets of a client: two live ones at most.');
  const add = secret
    .command('add')
    .description('Add a secret. It is shown once; the one before works on.')
    .argument('<client-id>', 'the client')
    .option('--expires-at <time>', 'when it ends by itself, such as 2027-01-31T12:00:00Z')
    .action(async (clientId: string, { expiresAt }: { expiresAt?: string }) => {
      const path = `/clients/${segment(clientId)}/secrets`;
      const added = await context.api.post<AddedSecretView>(path, { expiresAt });
      context.output.item(added, { id: added.id, secret: added.secret });
      context.output.say('Keep it now: it is not shown again.');
    });
  examples(add, { 'hearth client secret add shop': 'the first step of changing a secret without downtime' });

  const end = secret
    .command('end')
    .description('Revoke a secret: it is refused at once.')
    .argument('<client-id>', 'the client')
    .argument('<secret-id>', 'its number, from "hearth client get"')
    .option('--yes', 'do not ask')
    .action(async (clientId: string, id: string, { yes = false }: { yes?: boolean }) => {
      await context.prompt.confirm(`Revoke secret ${id} of ${clientId}?`, yes);
      await context.api.send('DELETE', `/clients/${segment(clientId)}/secrets/${segment(id)}`);
      context.output.done(`Secret ${id} of ${clientId} is revoked.`);
    });
  examples(end, { 'hearth client secret end shop 7 --yes': 'the last step of it' });
}

function registerTests(client: Command, context: Context): void {
  const redirect = client
    .command('test-redirect')
    .description('Tell whether /authorize would take a redirect_uri. Ends with 1 if not.')
    .argument('<client-id>', 'the client')
    .argument('<redirect-uri>', 'the address')
    .action(async (clientId: string, redirectUri: string) => {
      const path = `/clients/${segment(clientId)}/redirect-test`;
      const verdict = await context.api.post<RedirectTestView>(path, { redirectUri });
      context.output.item(verdict, { matches: verdict.matches, reason: verdict.reason });
      if (!verdict.matches) throw new Failure('It would be refused.');
    });
  examples(redirect, { 'hearth client test-redirect shop https://shop.example/callback': 'and why' });

  const call = client
    .command('test-call')
    .description('Tell whether a client may make a call, and which rule decides. Ends with 1 if not.')
    .argument('<client-id>', 'the client')
    .argument('<call>', 'the name of the call')
    .action(async (clientId: string, name: string) => {
      const path = `/clients/${segment(clientId)}/call-test`;
      const verdict = await context.api.get<CallTestView>(path, { call: name });
      const { allowed, rule, ruleset, isKnown } = verdict;
      context.output.item(verdict, { allowed, rule, ruleset });
      if (!isKnown) context.output.say(`There is no call ${name}.`);
      if (!allowed) throw new Failure('It would be refused.');
    });
  examples(call, { 'hearth client test-call shop provsearch': 'which rule of its ruleset decides' });
}
