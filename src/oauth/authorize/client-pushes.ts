import { Injectable } from '@nestjs/common';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Caller } from '../../platform/operations/caller.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { isInNetworks } from '../../platform/security/public-address.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { DpopRequests } from '../dpop/dpop-requests.js';
import type { SignedProof } from '../dpop/proof.js';
import { requireClient } from '../tokens/require-client.js';
import { isError, redirectUriOf, wayBackOf } from './authorize-request.js';
import { AuthorizeRequests } from './authorize-requests.js';
import { pushRefusal } from './push-refusals.js';
import type { PushedRequestArgs } from './pushed-request.args.js';
import { MAX_PUSHED } from './pushed-request.entity.js';
import { PushedRequests, type Pushed } from './pushed-requests.js';
import { problemWithRedirectUri } from './redirect-problem.js';
import type { SentRequest } from './sent-request.js';

const NOT_ALLOWED = 'The ruleset of this client does not allow oauth2authorize.';
const OTHER_KEY = 'dpop_jkt names another key than that of the DPoP proof.';
const TOO_LONG = `The request is too long: its parameters may have ${MAX_PUSHED} characters, percent-encoded.`;

/** Takes the authorization requests that clients push, once nothing is wrong with them (RFC 9126 §2.1, D267). */
@Injectable()
export class ClientPushes {
  constructor(
    private readonly clients: ClientDirectory,
    private readonly proofs: DpopRequests,
    private readonly requests: AuthorizeRequests,
    private readonly budgets: Budgets,
    private readonly pushed: PushedRequests,
  ) {}

  /**
   * Charged to a client that proved who it is, or comes from its servers; else to the network.
   * @throws CallError what /authorize would refuse, proofNotValid, proofNeedsNonce; BudgetSpent
   */
  async push(args: PushedRequestArgs, exchange: Exchange): Promise<Pushed> {
    const { caller, origin } = exchange;
    const client = await this.allowed(caller);
    const proof = exchange.headers.dpop === undefined ? null : await this.proofs.read(exchange);
    const sent = sentWith(args, proof);
    const { parameters, query } = sent;
    const redirectUri = redirectUriOf(parameters, client);
    if (redirectUri === null) throw invalid(problemWithRedirectUri(parameters, client)[0]);
    const checked = this.requests.check(sent, client, wayBackOf(query, parameters, redirectUri));
    if (isError(checked)) throw pushRefusal(checked);
    const { address } = origin;
    const isKnown = caller.scheme === 'client' || isInNetworks(address, client.serverNetworks);
    await this.budgets.spend('pushedRequests', { address, ...(isKnown && { client }) });
    if (proof) await this.proofs.use(proof, exchange, client); // at last: it writes, and anybody can make one
    return this.pushed.keep(client.id, sent);
  }

  /** The complete record. @throws CallError clientRequired; callNotAllowed for what /authorize would refuse later */
  private async allowed(caller: Caller): Promise<KnownClient> {
    const { id, clientId } = requireClient(caller);
    const client = await this.clients.findById(id);
    if (client?.allows('oauth2authorize')) return client;
    throw new CallError(Errors.callNotAllowed, { clientId }, { message: NOT_ALLOWED });
  }
}

/** The parameters, bound to the key of a proof that comes with them (RFC 9449 §10.1). */
function sentWith(args: PushedRequestArgs, proof: SignedProof | null): SentRequest {
  const given = Object.entries(args).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const parameters = Object.fromEntries(given);
  if (proof) {
    const key = proof.key.thumbprint.toString('base64url');
    if ((parameters.dpop_jkt ?? key) !== key) throw invalid(OTHER_KEY);
    parameters.dpop_jkt = key;
  }
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
  if (query.length > MAX_PUSHED) throw invalid(TOO_LONG);
  return { parameters, query, isPushed: true };
}

function invalid(message: string): CallError {
  return new CallError(Errors.invalidParameter, {}, { message });
}
