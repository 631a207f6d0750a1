import type { Persona } from '../cast/persona.js';
import { kindOf, type Kit } from '../cast/stock.js';
import type { Route } from '../surface/routes.js';
import type { Answer } from '../wire/answer.js';
import { jsonOf } from './learn-tokens.js';

const IDS = ['accountId', 'familyId', 'clientId', 'grantId', 'sessionId', 'identifierId'];
/** The links with a token that messages and pages contain. */
export const LINK = /\/(invitation|reset|link|proposal|lost-factor|hand-over|not-me)\/([\w-]{20,})/g;
const PICTURE = /\/pictures\/([\w.-]+)/g;

/** Stores the ids in an answer together with those in its path: the `sessionId` with its `accountId`. */
export function learnIds(persona: Persona, route: Route, place: Kit, answer: Answer): void {
  const text = answer.body.toString();
  for (const [, kind, token] of text.matchAll(LINK)) persona.stock.add(`token@${kind}`, { token });
  for (const [, key] of text.matchAll(PICTURE)) persona.stock.add('key', { key });
  if (route.surface !== 'admin-api') return;
  const body = jsonOf(answer);
  for (const found of objectsIn(body)) learnObject(persona, route, place, found);
  const next = (body as { next?: unknown } | null)?.next;
  if (typeof next === 'string') persona.stock.add('after', { after: next });
}

function learnObject(
  { stock, cast }: Persona,
  { name: route }: Route,
  place: Kit,
  found: Readonly<Record<string, unknown>>,
): void {
  const own = Object.entries(idsOf(route, found));
  for (const [name, value] of own) {
    if (!isProtected(cast, name, value)) stock.add(name, { [name]: value });
    const others = Object.keys(place).filter((other) => other !== name);
    if (others.length > 0) stock.add(kindOf([...others, name]), { ...place, [name]: value });
  }
}

function idsOf(route: string, found: Readonly<Record<string, unknown>>): Kit {
  const ids = IDS.flatMap((name) => (typeof found[name] === 'string' ? [[name, found[name]] as const] : []));
  const { id, name, isShipped } = found;
  if (typeof id === 'string' && route.startsWith('adminclient')) ids.push(['secretId', id]);
  if (typeof id === 'string' && /^admin(outbox|webhook(list|create|get|update))/.test(route))
    ids.push(['id', id]);
  if (typeof id === 'string' && route === 'adminwebhookdeliveries') ids.push(['delivery', id]);
  if (typeof name === 'string' && isShipped === false) ids.push(['name', name]);
  return Object.fromEntries(ids);
}

/** Whether requests are sent as this identity: it must not be the target of a deletion. */
function isProtected({ run }: Persona['cast'], name: string, value: string): boolean {
  return name === 'clientId' && value.startsWith(`fuzz-${run}-`);
}

function objectsIn(value: unknown, depth = 0): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  const inside = Object.values(value).flatMap((member) => objectsIn(member, depth + 1));
  return Array.isArray(value) ? inside : [value as Readonly<Record<string, unknown>>, ...inside];
}
