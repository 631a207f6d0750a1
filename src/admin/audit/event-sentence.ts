import { labelOf } from './action-label.js';
import type { Names } from './audit-names.js';
import type { AuditEventView } from './audit-trail.view.js';
import { sentenceOf, type Place } from './sentences.js';

/** A part of what is told of an event: words, or something that has a name, and maybe a page. */
export type SentencePart = string | { readonly target: string; readonly name: string };

/** An event as a sentence, with names for ids, and the reason where there is one; an action of another release by its label. */
export function partsOf(event: AuditEventView, names: Names): SentencePart[] {
  const parts = sentenceOf(event.action, event.outcome) ?? [{ words: labelOf(event.action) }];
  const reason = changedIn(event) ?? reasonOf(event);
  return [
    ...parts.map((part, at) => ('words' in part ? part.words : placeIn(part.place, event, names, at === 0))),
    ...(reason === null ? [] : [`: ${reason}`]),
  ];
}

/** The sentence of an event as text. */
export function sentenceText(event: AuditEventView, names: Names): string {
  return partsOf(event, names)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');
}

function placeIn(place: Place, event: AuditEventView, names: Names, isFirst: boolean): SentencePart {
  const { accountId, clientId, target, address } = event;
  const ofTarget = target === null ? 'something' : named(target, names);
  const account = accountId === null ? null : named(`account:${accountId}`, names);
  const client = clientId === null ? null : named(`client:${clientId}`, names);
  switch (place) {
    case 'who':
      return (
        account ?? client ?? (address === null ? 'Hearth' : `${isFirst ? 'S' : 's'}omebody at ${address}`)
      );
    case 'owner':
      return account ?? (isFirst ? 'A user' : 'a user');
    case 'app':
      return client ?? (isFirst ? 'An application' : 'an application');
    case 'target':
      return ofTarget;
    default: {
      const id = (event.details as Readonly<Record<string, unknown>> | null)?.[place];
      return typeof id === 'string' ? named(`${place}:${id}`, names) : ofTarget;
    }
  }
}

/** What has no name of its own goes by its kind and id: "ruleset WEB". */
function named(target: string, names: Names): SentencePart {
  return { target, name: names.get(target) ?? target.replace(':', ' ') };
}

/** The fields of a record that was changed. */
function changedIn({ action, details }: AuditEventView): string | null {
  if (!/\.(updated|changed)$/.test(action)) return null;
  const { after } = (details ?? {}) as { after?: unknown };
  return typeof after === 'object' && after !== null ? Object.keys(after).join(', ') || null : null;
}

/** Why, and how often: what the details say in one word. */
function reasonOf({ details }: AuditEventView): string | null {
  const { why, reason, error, count } = (details ?? {}) as Readonly<Record<string, unknown>>;
  const because = [why, reason, error].find((each) => typeof each === 'string');
  const often = typeof count === 'number' && count > 1 ? `${count} times` : undefined;
  return [because, often].filter((each) => each !== undefined).join(', ') || null;
}
