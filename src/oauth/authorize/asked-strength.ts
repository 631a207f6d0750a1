import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { acrOf, isAcr, PASSWORD_ACR, rankOf, reaches, type Acr } from '../../identity/sessions/acr.js';
import type { SignedIn } from '../../identity/sessions/sign-in.js';
import type { Onward } from '../../identity/sessions/authentication.js';
import { SecondFactor } from '../../identity/sessions/second-factor.js';
import { SecondStep } from '../../identity/sessions/second-step.js';
import type { KnownClient } from '../clients/client-directory.js';
import { isAcrEssential, type AuthorizeRequest } from './authorize-request.js';

/**
 * What a sign-in lacks of what a client asks for. nothing: it is strong enough, or as strong as it gets and that was a
 * wish. password, second: what has to be given first. unmet: it was more than a wish, and can't be.
 */
type Lack = 'nothing' | 'password' | 'second' | 'unmet';

type Asked = Pick<AuthorizeRequest, 'acrValues'>;
type Who = Pick<SignedIn, 'accountId' | 'methods'>;

/** Weighs sign-ins against the `acr_values` of authorization requests (OpenID Connect Core §3.1.2.1, RFC 9470 §4). */
@Injectable()
export class AskedStrength {
  constructor(
    private readonly factor: SecondFactor,
    private readonly step: SecondStep,
  ) {}

  /**
   * The strongest requested value that the account can reach is asked for.
   * @param isTried the second step was just made: what it did not reach, it does not reach
   */
  async lackOf({ acrValues }: Asked, client: KnownClient, who: Who, isTried = false): Promise<Lack> {
    const asked = (acrValues ?? '').split(' ').filter(isAcr);
    if (asked.length === 0) return 'nothing';
    const has = acrOf(who.methods);
    const isMet = asked.some((acr) => reaches(has, acr));
    const wanted = isTried ? 0 : await this.reachable(asked, who);
    if (wanted > rankOf(has)) return wanted === rankOf(PASSWORD_ACR) ? 'password' : 'second';
    return isMet || !isAcrEssential(client) ? 'nothing' : 'unmet';
  }

  /** Leads a browser that is signed in to its second step, and from there back to the challenge. @returns its address */
  ask(who: Who, challenge: Onward, visit: Visit): Promise<string> {
    return this.step.ask(who, challenge, visit);
  }

  /** The rank of the strongest of them that the account can reach; 0: none. */
  private async reachable(asked: readonly Acr[], { accountId }: Who): Promise<number> {
    const reach = rankOf(await this.factor.reachOf(accountId));
    return Math.max(0, ...asked.map(rankOf).filter((rank) => rank <= reach));
  }
}
