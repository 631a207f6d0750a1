import type { AccountInformationService } from '../../identity/accounts/account-information.service.js';
import type { ProviderConnections, OpenQuestion } from '../../oauth/providers/provider-connections.js';
import { signInPage } from '../../oauth/authorize/challenge.page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Long } from '../../platform/operations/long.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import type {
  Asked,
  Decider,
  Decision,
  DecisionOutcome,
  DeciderSignIn,
} from '../decisions/sign-in-then-decide.js';
import { ConnectingDecision } from '../decisions/connecting.decision.js';

/** A question as `SignInThenDecide` needs it. */
interface AskedToConnect extends OpenQuestion, Asked {}

const NOTES = {
  done: 'provider.connected',
  declined: 'connect.declined',
  taken: 'provider.elsewhere',
  over: 'provider.over',
};

/** The decision to connect an account with a provider, in the browser that came back from there (D258). */
export class ConnectionDecision
  extends ConnectingDecision<AskedToConnect>
  implements Decision<AskedToConnect>
{
  readonly path = 'connection';
  readonly freshMs = null;
  readonly isOwnSignInNeeded = true;

  constructor(
    private readonly connections: ProviderConnections,
    information: AccountInformationService,
    private readonly browsers: readonly Buffer[],
  ) {
    super(information);
  }

  async find(token: string): Promise<AskedToConnect | null> {
    const question = await this.connections.find(token, this.browsers);
    return question && { ...question, clientName: question.providerName };
  }

  signInPage(reader: Reader, { providerName }: AskedToConnect, form: DeciderSignIn): string {
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
