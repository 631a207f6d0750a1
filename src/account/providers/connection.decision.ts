import type { AccountInformationService } from '../../identity/families/account-information.service.js';
import type { ProviderConnections, OpenQuestion } from '../../oauth/providers/provider-connections.js';
import { signInPage } from '../../oauth/authorize/challenge.page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Long } from '../../platform/operations/long.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { linkPage } from '../decisions/link.page.js';
import type {
  Asked,
  Decider,
  Decision,
  DecisionOutcome,
  PathOf,
  SignInForm,
} from '../decisions/sign-in-then-decide.js';

/** What `SignInThenDecide` needs to know of a question. */
interface AskedToConnect extends OpenQuestion, Asked {}

const NOTES = {
  done: 'provider.connected',
  declined: 'connect.declined',
  taken: 'provider.elsewhere',
  over: 'provider.over',
};

/** The decision to sign in with a provider from now on, in the browser that came back from there (D258). */
export class ConnectionDecision implements Decision<AskedToConnect> {
  readonly path = 'connection';
  readonly yes = 'connect';
  readonly freshMs = null;
  readonly isOwnSignInNeeded = true;

  constructor(
    private readonly connections: ProviderConnections,
    private readonly information: AccountInformationService,
    private readonly browsers: readonly Buffer[],
  ) {}

  isSensitive(): boolean {
    return true;
  }

  async find(token: string): Promise<AskedToConnect | null> {
    const question = await this.connections.find(token, this.browsers);
    return question && { ...question, clientName: question.providerName };
  }

  signInPage(reader: Reader, { providerName }: AskedToConnect, form: SignInForm): string {
    const t = textsIn(reader.language);
    const lead = t('provider.unknownLead', { name: providerName });
    return signInPage(reader, {
      ...form,
      clientName: providerName,
      lead,
      cancelLabel: t('connect.no'),
      look: lookOf(null),
    });
  }

  async page(
    reader: Reader,
    { providerName, label }: AskedToConnect,
    signedIn: Long,
    path: PathOf,
  ): Promise<string | null> {
    const account = await this.information.find(signedIn);
    if (!account) return null;
    const { accountId, name: accountName } = account;
    const paths = { action: path('/decision'), switchPath: `${path()}?switch=1` };
    return linkPage(reader, {
      ...paths,
      clientName: providerName,
      label,
      accountId,
      accountName,
      look: lookOf(null),
    });
  }

  /** Nobody connects an account that the page did not name (D96). */
  isFor(_asked: AskedToConnect, accountId: Long, named: string): boolean {
    return named === accountId;
  }

  async accept(token: string, _asked: AskedToConnect, by: Decider): Promise<DecisionOutcome> {
    const outcome = await this.connections.connect(token, this.browsers, by);
    return outcome === 'connected' ? 'done' : outcome;
  }

  decline(token: string, by: { readonly accountId: Long | null; readonly address: string }): Promise<void> {
    return this.connections.decline(token, this.browsers, by);
  }

  noteKey(outcome: keyof typeof NOTES): string {
    return NOTES[outcome];
  }
}
