import { applyDecorators, Injectable } from '@nestjs/common';
import type { ArgsClass } from '../../platform/operations/operation.js';
import type { Caller, CallerClient } from '../../platform/operations/caller.js';
import type { ErrorDefinition } from '../../platform/errors/catalogue.js';
import type { Target } from '../tokens/target.js';
import type { IssuedTokens } from '../tokens/access-token.view.js';

/** Everything that POST /token, its documentation and the metadata need of a grant type. */
export interface GrantDeclaration {
  /** The value of `grant_type`. */
  readonly name: string;
  readonly parameters: ArgsClass;
  /** Its `audience` names what the tokens are for, beside `resource` (RFC 8693 §2.1). */
  readonly takesAudience?: true;
  /** Returns the client if it may use this grant type. @throws CallError if not */
  readonly requireClient: (caller: Caller) => CallerClient;
  /** The errors it can cause besides those of every endpoint. */
  readonly errors: readonly ErrorDefinition[];
  /** The names under which the audit trail and the metrics count its tokens; by default its own. */
  readonly issuesAs?: readonly string[];
}

export interface TokenRequest<A extends object> {
  readonly client: CallerClient;
  readonly args: A;
  /** What its `resource` names, or `audience` where the grant type takes that; null: it has neither. */
  readonly target: Target | null;
  /** Thumbprint of the key of the DPoP proof beside it, which the tokens are bound to; null: there is none. */
  readonly thumbprint: Buffer | null;
  readonly address: string;
}

export interface Grant<A extends object = object> {
  exchange(request: TokenRequest<A>): Promise<IssuedTokens>;
}

const declared = new WeakMap<object, GrantDeclaration>();

/** Declares a grant type of POST /token; its parameters, handler and names share a folder (ADR 8). */
export function GrantType(declaration: GrantDeclaration): ClassDecorator {
  return applyDecorators(Injectable(), (type: object) => void declared.set(type, Object.freeze(declaration)));
}

export function grantDeclarationOf(type: object): GrantDeclaration {
  const declaration = declared.get(type);
  if (!declaration) throw new Error('the class has no @GrantType');
  return declaration;
}
