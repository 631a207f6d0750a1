import { applyDecorators, Injectable } from '@nestjs/common';
import type { ArgsClass } from '../../platform/operations/operation.js';
import type { Caller, CallerClient } from '../../platform/operations/caller.js';
import type { ErrorDefinition } from '../../platform/errors/catalogue.js';
import type { IssuedTokens } from '../tokens/access-token.view.js';

/** All that POST /token, its documentation and the metadata know of a grant type. */
export interface GrantDeclaration {
  /** As `grant_type` has it. */
  readonly name: string;
  readonly parameters: ArgsClass;
  /** Which clients may use it. @throws CallError for others */
  readonly requireClient: (caller: Caller) => CallerClient;
  /** What it raises besides what every endpoint can answer. */
  readonly errors: readonly ErrorDefinition[];
  /** By which names the audit trail and the metrics count what it issues; its own if it says nothing. */
  readonly issuesAs?: readonly string[];
}

export interface TokenRequest<A extends object> {
  readonly client: CallerClient;
  readonly args: A;
  readonly address: string;
}

export interface Grant<A extends object = object> {
  exchange(request: TokenRequest<A>): Promise<IssuedTokens>;
}

const declared = new WeakMap<object, GrantDeclaration>();

/** A grant type of POST /token; its parameters, handler and names stand together in a folder (D184). */
export function GrantType(declaration: GrantDeclaration): ClassDecorator {
  return applyDecorators(Injectable(), (type: object) => void declared.set(type, Object.freeze(declaration)));
}

export function grantDeclarationOf(type: object): GrantDeclaration {
  const declaration = declared.get(type);
  if (!declaration) throw new Error('the class is declared to be no grant type');
  return declaration;
}
