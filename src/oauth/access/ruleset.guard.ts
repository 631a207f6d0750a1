import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ClientDirectory } from '../clients/client-directory.js';
import { LegacyGate } from '../clients/legacy-gate.js';
import { LEGACY, NOAUTHENT } from '../rulesets/shipped-rulesets.js';
import { secretsInQuery } from '../../platform/operations/args.js';
import type { AskedStrength, Caller, CallerClient } from '../../platform/operations/caller.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import type { Operation } from '../../platform/operations/operation.js';
import { ClientRefused } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { insufficientScope, scopeAllows, scopeOfCall } from '../tokens/scope.js';
import { CLIENT_SECRET_NAMES } from './credentials.js';
import { guardInput } from './guard-input.js';
import { requireStrength } from './strength.js';

/** Whether the caller may make this call, and in this form (§5.1, D35, D37, D68). */
@Injectable()
export class RulesetGuard implements CanActivate {
  static readonly judges = judges;

  constructor(
    private readonly clients: ClientDirectory,
    private readonly legacy: LegacyGate,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { exchange, operation } = guardInput(context);
    if (!judges(operation)) return true; // the administration has its own checks
    const { caller } = exchange;
    if (!caller.client) return this.judgeWithoutClient(caller, operation);
    this.requireForm(caller.client, exchange, operation);
    if (!caller.client.allows(operation.name)) return this.judgeByNoauthent(operation, Errors.callNotAllowed);
    const isInScope = scopeAllows(caller.scope ?? null, operation.name);
    if (isInScope) return this.judgeStrength(caller, operation, caller.client.strengthFor(operation.name));
    if (operation.kind === 'endpoint') throw insufficientScope(caller.scheme, operation.name);
    return this.judgeByNoauthent(operation, Errors.callNotAllowed, lackOfScope(operation.name));
  }

  private async judgeWithoutClient(caller: Caller, operation: Operation): Promise<true> {
    if (caller.scheme === 'session') {
      const legacy = await this.clients.findRuleset(LEGACY);
      if (legacy.allows(operation.name))
        return this.judgeStrength(caller, operation, legacy.strengthFor(operation.name));
    }
    // D38 defines the error for a caller with neither client nor account; the next guard asks for the account.
    if (caller.scheme === 'none' && operation.account === 'required') return true;
    return this.judgeByNoauthent(
      operation,
      caller.scheme === 'none' ? Errors.clientRequired : Errors.callNotAllowed,
    );
  }

  /** A call that a client makes for itself concerns no account, so no user could sign in again for it (D252). */
  private judgeStrength(caller: Caller, { name }: Operation, asked: AskedStrength | null): true {
    if (asked !== null && caller.accountId !== null)
      requireStrength(asked, caller, name, this.clock.millis());
    return true;
  }

  /**
   * Calls that unauthenticated callers may make are open to all.
   * @param message what the caller can change; default: the meaning of the refusal
   */
  private async judgeByNoauthent(
    operation: Operation,
    refusal: typeof Errors.callNotAllowed,
    message?: string,
  ): Promise<true> {
    if ((await this.clients.findRuleset(NOAUTHENT)).allows(operation.name)) return true;
    throw new ClientRefused(refusal, { call: operation.name }, { message });
  }

  private requireForm(client: CallerClient, exchange: Exchange, operation: Operation): void {
    const { method, parameters, origin, macAlgorithm } = exchange;
    if (operation.writes && method === 'GET') this.legacy.pass(client, 'write-by-get');
    if (parameters.isInQuery(CLIENT_SECRET_NAMES) || secretsInQuery(operation.args, parameters).length > 0) {
      this.legacy.pass(client, 'secret-in-query');
    }
    if (macAlgorithm === null) return;
    if (!origin.isEncrypted && !origin.isLoopback) this.legacy.pass(client, 'mac-over-http');
    if (macAlgorithm === 'hmac-sha-1') this.legacy.pass(client, 'hmac-sha-1');
  }
}

/** D37: a call has one error for whatever its caller may not do; the message names the scope. */
function lackOfScope(callName: string): string {
  const scope = scopeOfCall(callName);
  const { meaning } = Errors.scopeInsufficient;
  return scope === null ? meaning : `${meaning} Ask for the scope ${scope}.`;
}

/** Which requests it judges; the decorators of controllers say the same (platform/operations/controllers.ts). */
function judges({ client, administration }: Operation): boolean {
  return client !== 'none' && administration === null;
}
