import { Option } from 'commander';
import type { AccountView, HeldView, MessageTextView, MessageView, SecuredView } from '../api-types.js';
import { hearthCommand } from '../../platform/config/command-line.js';
import { segment } from '../api-client.js';
import type { Context } from '../context.js';
import { Failure } from '../failure.js';
import type { RecordCommands } from '../record-commands.js';

interface SecureOptions {
  readonly to?: string;
  readonly link?: boolean;
  readonly grants?: boolean;
  readonly recovery?: boolean;
}

/** Commands for accounts that an attacker got in to. */
export function registerSecuring(accounts: RecordCommands, context: Context): void {
  const holding =
    'Put an account on hold: nobody can sign in for 72 hours at most, and everything is signed out. Support: once in 30 days.';
  accounts
    .one('hold', holding, {
      'hearth account hold anna@family.example': 'until an administrator secures or enables it',
    })
    .action(async (which: string) => {
      const held = await context.api.post<HeldView>(`${await accounts.pathOf(which)}/hold`);
      context.output.done(`On hold until ${held.heldUntil} at the latest.`, held);
    });

  const securing =
    'End everything that opens an account. Only a link to the address that you choose opens it again.';
  accounts
    .one('secure', securing, {
      'hearth account secure anna@family.example --to anna@work.example':
        'ask the owner which address to use',
      'hearth account secure mia --link': 'for an account with a login alone: hand the printed link over',
    })
    .addOption(
      new Option('--to <address>', 'the confirmed e-mail address that gets the link').conflicts('link'),
    )
    .option('--link', 'print the link, to hand it over: only for an account without such an address')
    .option('--grants', 'also disconnect apps that were allowed more than 30 days ago')
    .option('--recovery', 'also start the recovery of the second factor, with its wait')
    .action(async (which: string, options: SecureOptions) =>
      run(context, await accounts.pathOf(which), options),
    );
}

/** What opens a secured account, and until when. */
export function shownSecuring({ securedAt, securedFor, securedLinkUntil }: AccountView): string {
  const link = securedFor === null ? 'the link that is handed over' : `a link to ${securedFor}`;
  const next =
    securedFor === null ? 'secure it again for another' : '"Forgot your password?" sends another there';
  const end =
    securedLinkUntil === null ? `; it has expired: ${next}` : `, which expires at ${securedLinkUntil}`;
  return `since ${securedAt}; only ${link} opens it${end}`;
}

async function run(context: Context, path: string, options: SecureOptions): Promise<void> {
  const { api, output } = context;
  const { grants: endsGrants = false, recovery: startsRecovery = false } = options;
  const { accountId, identifiers } = await api.get<AccountView>(path);
  const to = chosen(identifiers, options);
  const secured = await api.post<SecuredView>(`${path}/secure`, { to, endsGrants, startsRecovery });
  const recovery = secured.isRecovering ? ' Recovery of the second factor started.' : '';
  const until = `Nothing opens it until a link is used; this one expires at ${secured.linkUntil}.`;
  if (secured.sentTo !== null)
    return output.done(`Secured. A link is queued for ${secured.sentTo}. ${until}${recovery}`, secured);
  const message = await handedOver(context, accountId);
  if (output.isJson) return output.item({ ...secured, message }, {});
  output.write(`${message.subject}\n\n${message.text}`);
  output.say(`Secured. ${until}${recovery} Hand the link over.`);
}

function chosen(identifiers: AccountView['identifiers'], { to, link = false }: SecureOptions): string {
  if (link) return 'link';
  if (to === undefined) throw new Failure('Say where the link goes: --to an address, or --link.', 'usage');
  const own = identifiers.find(({ value }) => value.toLowerCase() === to.toLowerCase());
  if (own) return own.identifierId;
  throw new Failure(`The account has no address ${to}. See: ${hearthCommand('account get')}`, 'notFound');
}

/** The message with the link, which waits to be handed over; reading it is recorded. */
async function handedOver({ api }: Context, account: string): Promise<MessageTextView> {
  const waiting = api.list<MessageView>('/outbox', { account, state: 'handover' }, { limit: 20 });
  for await (const { id, kind } of waiting)
    if (kind === 'reset') return api.get<MessageTextView>(`/outbox/${segment(id)}/text`);
  throw new Failure('The link is no longer in the outbox: someone else has handed it over, or it was used.');
}
