import type { CallerClient } from '../../platform/operations/caller.js';
import type { ResourceScope } from '../resources/resource-scopes.js';
import { scopesOfClaims, type ClaimsAsked } from '../tokens/requested-claims.js';
import { scopesOf, usefulScopes, type Scope } from '../tokens/scope.js';
import type { Targets } from '../tokens/targets.js';

/** What a user is asked for at one server of others. */
export interface AskedResource {
  readonly identifier: string;
  readonly name: string;
  readonly scopes: readonly ResourceScope[];
}

/** What a user is asked to allow. */
export interface AskedScopes {
  /**
   * Of this server: what the client's ruleset allows, narrowed to the requested scope, and the scopes of the claims that are
   * asked for one by one (D396).
   */
  readonly scopes: readonly Scope[];
  readonly resources: readonly AskedResource[];
}

/**
 * Finds what a request asks a user for, as it is now.
 * @param asked its row; a null scope: everything that the client's ruleset allows
 */
export async function askedScopesOf(
  targets: Targets,
  client: CallerClient,
  { scope, claims, resources }: ClaimsAsked & { readonly resources: string | null },
): Promise<AskedScopes> {
  const ofScope = scope === null ? scopesOf(client) : usefulScopes(scope, client);
  const ofClaims = usefulScopes(scopesOfClaims(claims).join(' '), client);
  const target = targets.ofGrant(client, resources, await targets.resources());
  const names = (scope ?? '').split(' ');
  const asked = (target?.resources ?? []).map(({ identifier, name, scopes: all }) => {
    return { identifier, name, scopes: all.filter((each) => names.includes(each.name)) };
  });
  return { scopes: [...new Set([...ofScope, ...ofClaims])], resources: asked };
}

/**
 * What a consent keeps: this server's scopes by their names, a resource by its identifier, and its scopes as
 * `identifier#name`, which no identifier is (D402).
 */
export function consentNames({ scopes, resources }: AskedScopes): readonly string[] {
  const ofResources = resources.flatMap(({ identifier, scopes: asked }) => [
    identifier,
    ...asked.map(({ name }) => `${identifier}#${name}`),
  ]);
  return [...scopes, ...ofResources];
}

/** What the audit has of it. */
export function recordedScopes({ scopes, resources }: AskedScopes) {
  const names = [...scopes, ...resources.flatMap(({ scopes: asked }) => asked.map(({ name }) => name))];
  const target = names.join(' ');
  if (resources.length === 0) return { target };
  return { target, details: { resources: resources.map(({ identifier }) => identifier) } };
}
