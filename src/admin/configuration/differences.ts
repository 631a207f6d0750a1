import { isDeepStrictEqual } from 'node:util';
import { inParts } from '../../platform/database/in-parts.js';
import type { ExportedClient } from '../../oauth/clients/client-entry.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';

type Fields = Readonly<Record<string, unknown>>;
type ByName = ReadonlyMap<string, object>;

/** The objects of a document by name, as they are compared. */
const OBJECTS: Readonly<Record<ConfigurationChange['kind'], (document: ConfigurationDocument) => ByName>> = {
  ruleset: ({ rulesets = [] }) =>
    new Map(rulesets.map(({ name, description = '', rules }) => [name, { description, rules }])),
  client: ({ clients }) => byClientId(clients),
  branding: ({ brandings = [] }) =>
    new Map(brandings.map(({ client, ...record }) => [brandingName(client), record])),
  provider: ({ providers }) => byId(providers),
  webhook: ({ webhooks }) => byId(webhooks),
  resource: ({ resources }) => byId(resources),
};

interface Compared {
  readonly kind: ConfigurationChange['kind'];
  /** Whether the document has a list of them. */
  readonly isListed: boolean;
  readonly now: ByName;
  readonly wanted: ByName;
}

interface Wanted {
  readonly document: ConfigurationDocument;
  /** What the document does not name is deleted, except shipped rulesets. */
  readonly isPruning: boolean;
  readonly shipped: readonly string[];
}

/** The changes that turn `now` into what is wanted, in an order in which they can be applied. */
export async function differences(
  now: ConfigurationDocument,
  { document, isPruning, shipped }: Wanted,
): Promise<ConfigurationChange[]> {
  const of = (kind: ConfigurationChange['kind']): Compared => {
    const isListed = document[`${kind}s`] !== undefined;
    return { kind, isListed, now: OBJECTS[kind](now), wanted: OBJECTS[kind](document) };
  };
  const rulesets = of('ruleset');
  const changes = changesOf(rulesets);
  const clients = { now: byClientId(now.clients), wanted: byClientId(document.clients) };
  await inParts([...clients.wanted], (part) => {
    for (const [name, client] of part)
      changes.push(...comparedClient(clients.now.get(name), client, isPruning));
    return Promise.resolve();
  });
  const others = [of('branding'), of('provider'), of('webhook'), of('resource')];
  changes.push(...others.flatMap(changesOf));
  if (!isPruning) return changes;
  return [
    ...changes,
    ...missing(of('client')),
    ...others.filter(({ isListed }) => isListed).flatMap(missing), // exports of earlier versions lack some lists
    ...missing(rulesets).filter(({ name }) => !shipped.includes(name)),
  ];
}

export function byClientId(clients: readonly ExportedClient[] = []): Map<string, ExportedClient> {
  return new Map(clients.map((client) => [client.clientId, client]));
}

/** As the audit names it. */
export function brandingName(client: string | null): string {
  return client === null ? 'server' : `client:${client}`;
}

function byId<T extends { readonly id: string }>(all: readonly T[] = []): Map<string, T> {
  return new Map(all.map((each) => [each.id, each]));
}

function changesOf({ kind, now, wanted }: Compared): ConfigurationChange[] {
  return [...wanted].flatMap(([name, object]) =>
    compared(kind, name, now.get(name), object).map(withoutSecrets),
  );
}

function missing({ kind, now, wanted }: Compared): ConfigurationChange[] {
  const gone = [...now.keys()].filter((name) => !wanted.has(name));
  return gone.map((name) => ({ kind, name, action: 'delete', before: null, after: null }));
}

/** Shows of a sealed secret only whether there is one. */
function withoutSecrets({ before, after, ...change }: ConfigurationChange): ConfigurationChange {
  return { ...change, before: before && toldOf(before, 'set'), after: after && toldOf(after, 'set anew') };
}

function toldOf(members: object, text: string): object {
  const { sealedSecret } = members as { readonly sealedSecret?: string | null };
  return sealedSecret ? { ...members, sealedSecret: text } : members;
}

/** Two secrets are the same if their keys are equal. */
export function secretKeyOf({ scheme, verifier }: { scheme: string; verifier: string }): string {
  return `${scheme} ${verifier}`;
}

function compared(
  kind: ConfigurationChange['kind'],
  name: string,
  there: object | undefined,
  wanted: object,
): ConfigurationChange[] {
  const after = plain(wanted);
  if (!there) return [{ kind, name, action: 'create', before: null, after }];
  const before = plain(there);
  const differing = Object.keys(after).filter((key) => !isDeepStrictEqual(after[key], before[key]));
  if (differing.length === 0) return [];
  const only = (fields: Fields) => Object.fromEntries(differing.map((key) => [key, fields[key]]));
  return [{ kind, name, action: 'update', before: only(before), after: only(after) }];
}

/** The change of a client; secrets that differ are given as their number. */
function comparedClient(
  there: ExportedClient | undefined,
  client: ExportedClient,
  isPruning: boolean,
): ConfigurationChange[] {
  const { secrets: wanted, ...after } = client;
  const { secrets: held = [], ...before } = there ?? {};
  const now = new Set(held.map(secretKeyOf));
  const kept = isPruning && wanted ? [] : now;
  const then = new Set([...kept, ...(wanted ?? []).map(secretKeyOf)]);
  const [change] = compared('client', client.clientId, there && before, after);
  if (there && isDeepStrictEqual(now, then)) return change ? [change] : [];
  return [
    {
      ...{ kind: 'client', name: client.clientId, action: there ? 'update' : 'create' },
      before: there ? { ...change?.before, secrets: now.size } : null,
      after: { ...change?.after, secrets: then.size },
    },
  ];
}

/** The object as JSON has it: without classes and undefined members. */
function plain(item: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(item)) as Record<string, unknown>;
}
