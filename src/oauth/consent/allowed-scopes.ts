import { mayAskFor, type ResourceSet } from '../resources/known-resources.js';
import type { ResourceScope } from '../resources/resource-scopes.js';

/** What an account allowed a client at a server of others. */
export interface AllowedResource {
  readonly identifier: string;
  /** null: it was deleted since, or is no longer for this client, which gets no tokens for it. */
  readonly name: string | null;
  /** Without a text where the resource no longer defines it. */
  readonly scopes: readonly ResourceScope[];
}

/** What an account allowed a client. */
export interface AllowedScopes {
  /** Of this server. */
  readonly scopes: readonly string[];
  readonly resources: readonly AllowedResource[];
}

/**
 * Reads the names that a consent keeps (D402). An identifier is an absolute URI, so it has a colon; scopes of this server have
 * none.
 */
export function allowedIn(names: readonly string[], clientId: string, known: ResourceSet): AllowedScopes {
  const ofResources = names.filter((name) => name.includes(':'));
  const resources = ofResources
    .filter((name) => !name.includes('#'))
    .map((identifier) => {
      const resource = known.named(identifier);
      const isOpen = resource !== undefined && mayAskFor(resource, clientId);
      const scopes = ofResources
        .filter((name) => name.startsWith(`${identifier}#`))
        .map((name) => name.slice(identifier.length + 1))
        .map((name) => ({ name, text: resource?.scopes.find((each) => each.name === name)?.text ?? '' }));
      return { identifier, name: isOpen ? resource.name : null, scopes };
    });
  return { scopes: names.filter((name) => !name.includes(':')), resources };
}

/** One line for administrators, by the names of the scopes. */
export function allowedInWords({ scopes, resources }: AllowedScopes): string {
  const ofResources = resources.map(({ identifier, name, scopes: allowed }) =>
    [`${name ?? identifier}:`, ...allowed.map((scope) => scope.name)].join(' '),
  );
  return [...(scopes.length > 0 ? [scopes.join(' ')] : []), ...ofResources].join(' · ');
}
