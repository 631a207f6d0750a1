import { isDeepStrictEqual } from 'node:util';
import { inParts } from '../../platform/database/in-parts.js';
import type { ExportedBranding } from '../../identity/branding/branding-entry.js';
import type { ExportedClient } from '../../oauth/clients/client-entry.js';
import type { ExportedRuleset } from '../../oauth/rulesets/ruleset-entry.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';

type Fields = Readonly<Record<string, unknown>>;
type ByName<T> = ReadonlyMap<string, T>;

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
  const rulesets = { now: byName(now.rulesets), wanted: byName(document.rulesets) };
  const clients = { now: byClientId(now.clients), wanted: byClientId(document.clients) };
  const changes: ConfigurationChange[] = [];
  for (const [name, ruleset] of rulesets.wanted) {
    const there = rulesets.now.get(name);
    changes.push(...compared('ruleset', name, there && fieldsOf(there), fieldsOf(ruleset)));
  }
  await inParts([...clients.wanted], (part) => {
    for (const [name, client] of part)
      changes.push(...comparedClient(clients.now.get(name), client, isPruning));
    return Promise.resolve();
  });
  const brandings = { now: byBranding(now.brandings), wanted: byBranding(document.brandings) };
  for (const [name, branding] of brandings.wanted)
    changes.push(...compared('branding', name, brandings.now.get(name), branding));
  const providers = { now: byId(now.providers), wanted: byId(document.providers) };
  for (const [name, provider] of providers.wanted)
    changes.push(...compared('provider', name, providers.now.get(name), provider).map(withoutSecrets));
  const webhooks = { now: byId(now.webhooks), wanted: byId(document.webhooks) };
  for (const [name, webhook] of webhooks.wanted)
    changes.push(...compared('webhook', name, webhooks.now.get(name), webhook).map(withoutSecrets));
  if (!isPruning) return changes;
  const gone = missing('ruleset', rulesets.now, rulesets.wanted);
  return [
    ...changes,
    ...missing('client', clients.now, clients.wanted),
    ...(document.brandings ? missing('branding', brandings.now, brandings.wanted) : []), // exports of before have none
    ...(document.providers ? missing('provider', providers.now, providers.wanted) : []),
    ...(document.webhooks ? missing('webhook', webhooks.now, webhooks.wanted) : []),
    ...gone.filter(({ name }) => !shipped.includes(name)),
  ];
}

export function byClientId(clients: readonly ExportedClient[] = []): Map<string, ExportedClient> {
  return new Map(clients.map((client) => [client.clientId, client]));
}

/** As the audit names it. */
export function brandingName(client: string | null): string {
  return client === null ? 'server' : `client:${client}`;
}

function byBranding(brandings: readonly ExportedBranding[] = []): Map<string, object> {
  return new Map(brandings.map(({ client, ...record }) => [brandingName(client), record]));
}

function byId<T extends { readonly id: string }>(all: readonly T[] = []): Map<string, T> {
  return new Map(all.map((each) => [each.id, each]));
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
export function keyOf({ scheme, verifier }: { scheme: string; verifier: string }): string {
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
  const now = new Set(held.map(keyOf));
  const kept = isPruning && wanted ? [] : now;
  const then = new Set([...kept, ...(wanted ?? []).map(keyOf)]);
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

function missing<T>(
  kind: ConfigurationChange['kind'],
  now: ByName<T>,
  wanted: ByName<T>,
): ConfigurationChange[] {
  const gone = [...now].filter(([name]) => !wanted.has(name));
  return gone.map(([name]) => ({ kind, name, action: 'delete' as const, before: null, after: null }));
}

function fieldsOf({ description = '', rules }: ExportedRuleset): object {
  return { description, rules };
}

function byName(rulesets: readonly ExportedRuleset[] = []): Map<string, ExportedRuleset> {
  return new Map(rulesets.map((ruleset) => [ruleset.name, ruleset]));
}

/** The object as JSON has it: without classes and undefined members. */
function plain(item: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(item)) as Record<string, unknown>;
}
