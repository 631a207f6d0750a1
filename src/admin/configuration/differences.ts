import { isDeepStrictEqual } from 'node:util';
import type { ConfigurationDocument, ExportedClient, ExportedRuleset } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';

type Fields = Readonly<Record<string, unknown>>;

interface Wanted {
  readonly document: ConfigurationDocument;
  /** What the document does not name goes, except what is shipped. */
  readonly isPruning: boolean;
  readonly shipped: readonly string[];
}

/** What has to change so that `now` is as wanted, in an order in which it can be done. */
export function differences(now: ConfigurationDocument, wanted: Wanted): ConfigurationChange[] {
  const { document, isPruning, shipped } = wanted;
  const rulesets = compared('ruleset', byName(now.rulesets), byName(document.rulesets), fieldsOfRuleset);
  const clients = compared('client', byId(now.clients), byId(document.clients), (client) => client);
  const told = clients.map((change) => withSecrets(change, now, wanted)).filter((change) => change !== null);
  if (!isPruning) return [...rulesets, ...told];
  const goneClients = missing('client', byId(now.clients), byId(document.clients));
  const goneRulesets = missing('ruleset', byName(now.rulesets), byName(document.rulesets));
  return [
    ...rulesets,
    ...told,
    ...goneClients,
    ...goneRulesets.filter(({ name }) => !shipped.includes(name)),
  ];
}

/** Whether two secrets are the same one. */
export function keyOf({ scheme, verifier }: { scheme: string; verifier: string }): string {
  return `${scheme} ${verifier}`;
}

/** Each as an update, even if no member differs: its secrets may. */
function compared<T extends object>(
  kind: ConfigurationChange['kind'],
  now: ReadonlyMap<string, T>,
  wanted: ReadonlyMap<string, T>,
  fieldsOf: (item: T) => object,
): ConfigurationChange[] {
  return [...wanted].flatMap(([name, item]): ConfigurationChange[] => {
    const there = now.get(name);
    const after = plain(fieldsOf(item));
    if (!there) return [{ kind, name, action: 'create', before: null, after }];
    const before = plain(fieldsOf(there));
    const differing = Object.keys(after).filter((key) => !isDeepStrictEqual(after[key], before[key]));
    if (differing.length === 0 && kind === 'ruleset') return [];
    const only = (fields: Fields) => Object.fromEntries(differing.map((key) => [key, fields[key]]));
    return [{ kind, name, action: 'update', before: only(before), after: only(after) }];
  });
}

function missing<T extends object>(
  kind: ConfigurationChange['kind'],
  now: ReadonlyMap<string, T>,
  wanted: ReadonlyMap<string, T>,
): ConfigurationChange[] {
  const gone = [...now].filter(([name]) => !wanted.has(name));
  return gone.map(([name]) => ({ kind, name, action: 'delete' as const, before: null, after: null }));
}

/** Secrets are told as their number; null: nothing differs at all. */
function withSecrets(
  change: ConfigurationChange,
  now: ConfigurationDocument,
  { document, isPruning }: Wanted,
): ConfigurationChange | null {
  const secretsIn = ({ clients = [] }: ConfigurationDocument) =>
    clients.find(({ clientId }) => clientId === change.name)?.secrets;
  const [before = [], wanted] = [secretsIn(now), secretsIn(document)];
  const kept = isPruning && wanted ? [] : before.map(keyOf);
  const after = wanted ? new Set([...kept, ...wanted.map(keyOf)]) : new Set(before.map(keyOf));
  const isSame = isDeepStrictEqual(after, new Set(before.map(keyOf)));
  const told = { ...change, before: change.before && { ...change.before }, after: { ...change.after } };
  if (isSame && change.action === 'update') return Object.keys(told.after).length === 0 ? null : told;
  return {
    ...told,
    before: told.before && { ...told.before, secrets: before.length },
    after: { ...told.after, secrets: after.size },
  };
}

function fieldsOfRuleset({ description = '', rules }: ExportedRuleset): object {
  return { description, rules };
}

function byName(rulesets: readonly ExportedRuleset[] = []): Map<string, ExportedRuleset> {
  return new Map(rulesets.map((ruleset) => [ruleset.name, ruleset]));
}

function byId(clients: readonly ExportedClient[] = []): Map<string, ExportedClient> {
  return new Map(clients.map((client) => [client.clientId, client]));
}

/** As JSON has it: no classes, nothing undefined; without what is compared apart. */
function plain(item: object): Record<string, unknown> {
  const fields = JSON.parse(JSON.stringify(item)) as Record<string, unknown>;
  delete fields.secrets;
  return fields;
}
