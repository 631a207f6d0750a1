import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { resourceMetadata } from '../../platform/http/challenges.js';
import { isByToken } from '../../platform/operations/caller.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { webSessionOf } from '../../identity/sessions/current-session.js';
import { sentSessionCookie, SessionIds } from '../../identity/sessions/session-ids.js';
import { requireClientItself } from '../tokens/require-client.js';
import { DPOP_CHALLENGE } from '../dpop/dpop-refusals.js';
import type { Operation } from '../../platform/operations/operation.js';
import { SecondFactor } from '../../identity/sessions/second-factor.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { guardInput } from './guard-input.js';
import { requireStrength, sensitiveStrength } from './strength.js';

const NOT_VALIDATED =
  'The web server has not made this session its own: it calls webvalidatesession first, with its client_secret.';

const NOT_OF_CLIENT = 'This needs the access token of an account: the client itself has none.';

/** What the interface document says, to the letter (§7.1). */
const OF_CALLS = ['MAC', 'Bearer'];

/** Account-based calls need an account (§1.6, §7.1, D38); calls of the client itself accept none (D31). */
@Injectable()
export class AccountAuthGuard implements CanActivate {
  static readonly judges = judges;

  /** Challenges that tell a caller without a token who issues tokens (RFC 9728 §5.1, D269). */
  private readonly ofEndpoints: readonly string[];

  constructor(
    private readonly sessionIds: SessionIds,
    private readonly factor: SecondFactor,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
    { publicUrl }: AppConfig,
  ) {
    const metadata = resourceMetadata(publicUrl);
    this.ofEndpoints = ['MAC', `Bearer ${metadata}`, `${DPOP_CHALLENGE}, ${metadata}`];
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { exchange, operation } = guardInput(context);
    if (!judges(operation)) return true;
    if (operation.account === 'refused') {
      requireClientItself(exchange.caller);
      return true;
    }
    const { accountId } = exchange.caller;
    if (accountId !== null) return operation.writes ? this.judgeWrite(accountId, exchange, operation) : true;
    if (webSessionOf(exchange)) throw new CallError(Errors.callNotAllowed, {}, { message: NOT_VALIDATED }); // D66
    if (sentSessionCookie(exchange) && !operation.forTokens) {
      // Beside a token of the client itself the session was not looked at: it may be alive, and stays.
      const isDead = !isByToken(exchange.caller);
      const fresh = { 'Set-Cookie': this.sessionIds.fresh(exchange.origin.isEncrypted) };
      throw new CallError(Errors.accountNotInSession, {}, isDead ? { headers: fresh } : {});
    }
    const isCall = operation.kind === 'call';
    const headers = { 'WWW-Authenticate': isCall ? OF_CALLS : [...this.ofEndpoints] };
    const isOfClient = !isCall && exchange.caller.client !== null;
    throw new CallError(
      Errors.accessTokenRequired,
      {},
      isOfClient ? { headers, message: NOT_OF_CLIENT } : { headers },
    );
  }

  /** Changes of an account have the budgets of its pages (D316), and sensitive ones ask for a recent sign-in (D391). */
  private async judgeWrite(accountId: Long, exchange: Exchange, operation: Operation): Promise<true> {
    const { caller, origin } = exchange;
    if (operation.isSensitive) {
      const asked = sensitiveStrength(await this.factor.isProtected(accountId));
      requireStrength(asked, caller, operation.name, this.clock.millis());
    }
    const budget = operation.isSensitive ? 'sensitiveWrites' : 'accountWrites';
    await this.budgets.spend(budget, { accountId, address: origin.address });
    return true;
  }
}

/** Which requests it judges; the decorators of controllers say the same (platform/operations/controllers.ts). */
function judges({ account }: Operation): boolean {
  return account === 'required' || account === 'refused';
}
