import { addressWith } from '../shell/console/list.js';
import { State } from '../shell/console/state.js';
import { Words } from '../shell/console/words.js';
import type { Role } from '../../identity/accounts/account.entity.js';
import type { Names } from './audit-names.js';
import type { AuditEventView } from './audit-trail.view.js';
import { partsOf, type SentencePart } from './event-sentence.js';

const AUDIT = '/admin/audit';

interface EventProps {
  readonly event: AuditEventView;
  readonly names: Names;
  /** Support has no pages of clients. */
  readonly role: Role;
}

/** An event as a sentence, whose names lead to what they name. */
export function Sentence({ event, names, role }: EventProps) {
  return (
    <span>
      {event.outcome === 'refused' && (
        <>
          <State of="refused" />{' '}
        </>
      )}
      {partsOf(event, names).map((part) =>
        typeof part === 'string' ? part : <Named {...part} isKnown={names.has(part.target)} role={role} />,
      )}
    </span>
  );
}

/** An event as the API has it, beneath, without what it doesn't have. */
export function Raw({ event }: { readonly event: AuditEventView }) {
  return (
    <details class="raw">
      <summary>JSON</summary>
      <pre tabIndex={0}>
        <code>{JSON.stringify(knownOf(event), null, 1)}</code>
      </pre>
    </details>
  );
}

/** A list has fifty events, and its page has to stay small. What is null among the details says what was cleared. */
function knownOf(event: AuditEventView): Partial<AuditEventView> {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null));
}

type NamedProps = Exclude<SentencePart, string> & { readonly isKnown: boolean; readonly role: Role };

/** An account, client or family leads to its page, or to its events; anything else is text. */
function Named({ target, name, isKnown, role }: NamedProps) {
  const [, kind, id] = /^(\w+):(.*)$/s.exec(target) ?? [];
  const page = PAGES[kind];
  if (page === undefined)
    return (
      <span title={target === name ? undefined : target}>
        <Words of={name} />
      </span>
    );
  const isOpen = isKnown && (kind !== 'client' || role === 'administrator');
  return (
    <a
      href={isOpen ? `${page}/${encodeURIComponent(id)}` : addressWith(AUDIT, eventsOf(kind, id))}
      title={target}
    >
      {name}
    </a>
  );
}

/** Where it has no page: what it did, or what was done to it. */
function eventsOf(kind: string, id: string): Readonly<Record<string, string>> {
  return kind === 'family' ? { target: `family:${id}` } : { [kind]: id };
}

const PAGES: Readonly<Record<string, string>> = {
  account: '/admin/accounts',
  client: '/admin/clients',
  family: '/admin/families',
};
