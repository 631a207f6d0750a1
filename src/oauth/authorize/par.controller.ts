import { CallError } from '../../platform/errors/call-error.js';
import { Errors, type ErrorDefinition } from '../../platform/errors/catalogue.js';
import { Calls } from '../../platform/operations/controllers.js';
import { CallArgs, Endpoint, raw, CurrentExchange, toldOfLimits } from '../../platform/operations/declare.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { isInNetworks } from '../../platform/security/public-address.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { ClientDirectory } from '../clients/client-directory.js';
import { isDocumentUrl } from '../clients/document-url.js';
import { DocumentClients } from '../documents/document-clients.js';
import { DpopRequests } from '../dpop/dpop-requests.js';
import type { SignedProof } from '../dpop/proof.js';
import { requireClient } from '../tokens/require-client.js';
import { isError, redirectUriOf, wayBackOf, type AuthorizeError } from './authorize-request.js';
import { AuthorizeRequests } from './authorize-requests.js';
import { PushedRequestArgs } from './pushed-request.args.js';
import { MAX_PUSHED } from './pushed-request.entity.js';
import { PushedRequestView } from './pushed-request.view.js';
import { problemWithRedirectUri } from './redirect-problem.js';
import type { SentRequest } from './sent-request.js';

/** The errors of /authorize that have a name of their own at /par (RFC 9126 §2.3); others are invalid_request. */
const PUSH_ERRORS: readonly ErrorDefinition[] = [
  Errors.scopeNotValid,
  Errors.targetNotValid,
  Errors.responseTypeNotSupported,
];
const IN_THE_BODY = 'Send all parameters in the body, as a form: addresses stand in logs (RFC 9126 §2.1).';
const NOT_ALLOWED = 'The ruleset of this client does not allow oauth2authorize.';
const OTHER_KEY = 'dpop_jkt names another key than that of the DPoP proof.';
const TOO_LONG = `The request is too long: its parameters may have ${MAX_PUSHED} characters, percent-encoded.`;

/** The pushed authorization request endpoint: takes what nothing is wrong with (RFC 9126 §2.1, D267). */
@Calls({ client: 'credentials', account: 'none' })
export class ParController {
  constructor(
    private readonly clients: ClientDirectory,
    private readonly proofs: DpopRequests,
    private readonly requests: AuthorizeRequests,
    private readonly budgets: Budgets,
    private readonly documents: DocumentClients,
  ) {}

  /**
   * Charged to a registered client that proved who it is, or comes from its servers; else to the network.
   * @throws CallError what /authorize would refuse, proofNotValid, proofNeedsNonce; BudgetSpent
   */
  @Endpoint('/par', {
    name: 'oauth2par',
    summary: 'Push an authorization request, before the browser is sent to /authorize (RFC 9126)',
    args: PushedRequestArgs,
    result: raw(PushedRequestView, 201),
    writes: true,
    errors: [...PUSH_ERRORS, Errors.proofNotValid, Errors.proofNeedsNonce, Errors.tooManyAttempts],
  })
  async push(
    @CallArgs() args: PushedRequestArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<PushedRequestView> {
    if (exchange.target.includes('?')) throw invalid(IN_THE_BODY);
    for (const name of ['request', 'request_uri', 'registration'])
      if (exchange.parameters.get([name.replaceAll('_', '')]))
        throw invalid(`${name} is not supported: leave it out.`);
    const { caller, origin } = exchange;
    const { id, clientId } = requireClient(caller);
    const client = isDocumentUrl(clientId)
      ? await this.documents.find(clientId, origin.address)
      : await this.clients.findById(id);
    if (!client?.allows('oauth2authorize'))
      throw new CallError(Errors.callNotAllowed, { clientId }, { message: NOT_ALLOWED });
    const proof = exchange.headers.dpop === undefined ? null : await this.proofs.read(exchange);
    const sent = sentWith(args, proof);
    const { parameters, query } = sent;
    const redirectUri = redirectUriOf(parameters, client);
    if (redirectUri === null) throw invalid(problemWithRedirectUri(parameters, client)[0]);
    const checked = await this.requests.check(sent, client, wayBackOf(query, parameters, redirectUri));
    if (isError(checked)) throw refusal(checked);
    const { address } = origin;
    const isKnown =
      (caller.scheme === 'client' && !client.isDocument) || isInNetworks(address, client.serverNetworks);
    const told = toldOfLimits(exchange);
    await this.budgets.spend('pushedRequests', { address, told, ...(isKnown && { client }) });
    if (proof) await this.proofs.use(proof, exchange, client); // at last: it writes, and anybody can make one
    return this.requests.keep(client, sent);
  }
}

/** A list where it may be repeated. */
type Given = string | readonly string[];

/** The parameters, bound to the key of a proof that comes with them (RFC 9449 §10.1). */
function sentWith(args: PushedRequestArgs, proof: SignedProof | null): SentRequest {
  const given = Object.entries(args).filter((entry): entry is [string, Given] => entry[1] !== undefined);
  const parameters: Record<string, Given> = Object.fromEntries(given);
  if (proof) {
    const key = proof.key.thumbprint.toString('base64url');
    if ((parameters.dpop_jkt ?? key) !== key) throw invalid(OTHER_KEY);
    parameters.dpop_jkt = key;
  }
  const pairs = Object.entries(parameters).flatMap(([name, values]) =>
    (typeof values === 'string' ? [values] : values).map((value) => [name, value]),
  );
  const query = new URLSearchParams(pairs).toString().replaceAll('+', '%20');
  if (query.length > MAX_PUSHED) throw invalid(TOO_LONG);
  return { parameters, query, isPushed: true };
}

function invalid(message: string): CallError {
  return new CallError(Errors.invalidParameter, {}, { message });
}

/** What /authorize would redirect with, as the client is told itself. */
function refusal({ error, description }: AuthorizeError): CallError {
  const known = PUSH_ERRORS.find(({ oauth }) => oauth.error === error) ?? Errors.invalidParameter;
  return new CallError(known, {}, { message: description });
}
