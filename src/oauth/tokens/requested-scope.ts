import type { CallerClient } from '../../platform/operations/caller.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { readScope, usefulScopes } from './scope.js';

/**
 * The scope that a request for a new grant names, narrowed to the client's ruleset; null: it names none. @throws
 * CallError scopeNotValid
 */
export function requestedScope(client: CallerClient, text: string | undefined): string | null {
  if (text === undefined) return null;
  const scopes = usefulScopes(validScope(text), client);
  if (scopes.length === 0) throw new CallError(Errors.scopeNotValid);
  return scopes.join(' ');
}

/** The scope parameter without repetitions. @throws CallError scopeNotValid for an unknown name */
export function validScope(text: string): string {
  const scopes = readScope(text);
  if (typeof scopes === 'string') throw new CallError(Errors.scopeNotValid, {}, { message: scopes });
  return scopes.join(' ');
}
