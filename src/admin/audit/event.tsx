import { addressOf } from '../shell/console/list.js';
import { State } from '../shell/console/state.js';
import type { Role } from '../../identity/accounts/account.entity.js';
import type { Names } from './audit-names.js';
import type { AuditEventView } from './audit-trail.view.js';
import { partsOf, type Told } from './event-sentence.js';

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
      {partsOf(event, names).map((part) =>
        typeof part === 'string' ? part : <Named {...part} isKnown={names.has(part.target)} role={role} />,
      )}
      {event.outcome === 'refused' && (
        <>
          {' '}
          <State of="refused" />
        </>
      )}
    </span>
  );
}

/** All of an event as the API has it, beneath. */
export function Raw({ event }: { readonly event: AuditEventView }) {
  return (
    <details class="raw">
      <summary>JSON</summary>
      <pre tabIndex={0}>
        <code>{JSON.stringify(event, null, 1)}</code>
      </pre>
    </details>
  );
}

type NamedProps = Exclude<Told, string> & { readonly isKnown: boolean; readonly role: Role };

/** An account, client or family leads to its page, or to its events; anything else is text. */
function Named({ target, name, isKnown, role }: NamedProps) {
  const [, kind, id] = /^(\w+):(.*)$/s.exec(target) ?? [];
  const page = PAGES[kind];
  if (page === undefined) return <span title={target}>{breakable(name)}</span>;
  const isOpen = isKnown && (kind !== 'client' || role === 'administrator');
  return (
    <a
      href={isOpen ? `${page}/${encodeURIComponent(id)}` : addressOf(AUDIT, eventsOf(kind, id))}
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

/** A name that may wrap between its parts, but not within one. */
function breakable(text: string) {
  return text.split(/(?<=[._:-])/).flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, part]));
}
