import type { Command } from 'commander';
import type {
  AddedSecretView,
  CallTestView,
  LogoutTestView,
  RedirectTestView,
  TrialsView,
} from '../api-types.js';
import { segment } from '../api-client.js';
import { type Context, examples } from '../context.js';
import { Failure } from '../failure.js';

/** Commands for the secrets of a client, and for diagnosis. */
export function registerTools(client: Command, context: Context): void {
  registerSecrets(client, context);
  registerTests(client, context);
  registerLogoutTest(client, context);
  registerTrial(client, context);
}

/** The commands to paste go to stdout, the instructions to stderr. */
function registerTrial(client: Command, context: Context): void {
  const trial = client
    .command('try')
    .description('Show commands that get a token for a client, ready to be pasted.')
    .argument('<client-id>', 'id of the client')
    .action(async (clientId: string) => {
      const { api, output } = context;
      const found = await api.get<TrialsView>(`/clients/${segment(clientId)}/trials`);
      if (found.trials.length === 0)
        output.say(
          'The client can’t get a token. Give it a ruleset that allows oauth2token, and a RedirectUrl.',
        );
      if (output.isJson) return output.item(found, {});
      for (const { title, advice, link, commands } of found.trials) {
        output.say(`${title}. ${advice}`);
        for (const line of link === undefined ? commands : [link, ...commands]) output.write(line);
      }
    });
  examples(trial, { 'hearth client try shop': 'replace SECRET and the other placeholders' });
}

function registerSecrets(client: Command, context: Context): void {
  const secret = client
    .command('secret')
    .description('Manage the secrets of a client: two active ones at most.');
  const add = secret
    .command('add')
    .description('Add a secret. It is shown once; the previous one keeps working.')
    .argument('<client-id>', 'id of the client')
    .option('--expires-at <time>', 'when it expires, such as 2027-01-31T12:00:00Z')
    .action(async (clientId: string, { expiresAt }: { expiresAt?: string }) => {
      const path = `/clients/${segment(clientId)}/secrets`;
      const added = await context.api.post<AddedSecretView>(path, { expiresAt });
      context.output.item(added, { id: added.id, secret: added.secret });
      context.output.say('Store it now: it is not shown again.');
    });
  examples(add, { 'hearth client secret add shop': 'first step of rotating a secret without downtime' });

  const end = secret
    .command('end')
    .description('Revoke a secret, which stops working at once.')
    .argument('<client-id>', 'id of the client')
    .argument('<secret-id>', 'number of the secret, from "hearth client get"')
    .option('--yes', 'do not ask for confirmation')
    .action(async (clientId: string, id: string, { yes = false }: { yes?: boolean }) => {
      await context.prompt.confirm(`Revoke secret ${id} of ${clientId}?`, yes);
      await context.api.send('DELETE', `/clients/${segment(clientId)}/secrets/${segment(id)}`);
      context.output.done(`Secret ${id} of ${clientId} revoked.`);
    });
  examples(end, { 'hearth client secret end shop 7 --yes': 'last step of rotating a secret' });
}

function registerLogoutTest(client: Command, context: Context): void {
  const logout = client
    .command('test-logout')
    .description(
      "Send a client's server a logout token for a sign-in that never existed. Exits with 1 if it refuses.",
    )
    .argument('<client-id>', 'the client')
    .action(async (clientId: string) => {
      const path = `/clients/${segment(clientId)}/logout-test`;
      const outcome = await context.api.post<LogoutTestView>(path);
      context.output.item(outcome, { delivered: outcome.delivered, reason: outcome.reason });
      if (!outcome.delivered) throw new Failure('It was not delivered.');
    });
  examples(logout, { 'hearth client test-logout shop': 'and what its server answered' });
}

function registerTests(client: Command, context: Context): void {
  const redirect = client
    .command('test-redirect')
    .description('Test whether /authorize accepts a redirect_uri. Exits with 1 if not.')
    .argument('<client-id>', 'id of the client')
    .argument('<redirect-uri>', 'the redirect_uri')
    .action(async (clientId: string, redirectUri: string) => {
      const path = `/clients/${segment(clientId)}/redirect-test`;
      const verdict = await context.api.post<RedirectTestView>(path, { redirectUri });
      context.output.item(verdict, { matches: verdict.matches, reason: verdict.reason });
      if (!verdict.matches) throw new Failure('Not allowed.');
    });
  examples(redirect, {
    'hearth client test-redirect shop https://shop.example/callback': 'the verdict with its reason',
  });

  const call = client
    .command('test-call')
    .description('Test whether a client may make a call, and which rule decides. Exits with 1 if not.')
    .argument('<client-id>', 'id of the client')
    .argument('<call>', 'name of the call')
    .action(async (clientId: string, name: string) => {
      const path = `/clients/${segment(clientId)}/call-test`;
      const verdict = await context.api.get<CallTestView>(path, { call: name });
      const { allowed, rule, ruleset, isKnown } = verdict;
      context.output.item(verdict, { allowed, rule, ruleset });
      if (!isKnown) context.output.say(`There is no call ${name}.`);
      if (!allowed) throw new Failure('Not allowed.');
    });
  examples(call, { 'hearth client test-call shop provsearch': 'the verdict with the rule that decides' });
}
