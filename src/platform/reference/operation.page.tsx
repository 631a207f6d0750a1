import type { ComponentChildren } from 'preact';
import { Code, Prose } from './code.js';
import { errorsIn, isCommon } from './errors.js';
import { renderDocsPage } from './frame.js';
import { describedMembers, type Member } from './described-members.js';
import type { Reference } from './reference.js';
import { taskOf } from './tasks.js';
import type { Entry } from './entry.js';

/** One operation: parameters and answers on the left, examples on the right. */
export function operationPage(reference: Reference, entry: Entry): string {
  const task = taskOf(entry);
  const { title, href, methods, path, about, parameters, body, answers } = entry;
  return renderDocsPage({
    reference,
    title,
    href,
    above: [{ name: task.name, href: `/docs/${task.key}` }],
    children: (
      <div class="operation">
        <div>
          <p class="address">
            {methods.map((method) => (
              <span key={method} class="method">
                {method}
              </span>
            ))}{' '}
            <code>{path}</code>
          </p>
          {about !== '' && (
            <p>
              <Prose text={about} />
            </p>
          )}
          <h2>Who may call it</h2>
          <p>
            <Prose text={whoMayCall(entry)} />
          </p>
          <Members title="Parameters" members={parameters} />
          {body && (
            <Members title="Body" members={body.members}>
              <p class="quiet">{body.types.join(', ')}</p>
            </Members>
          )}
          {answers.map(({ status, description, schema, type }) => (
            <Members
              key={status}
              title={`Answer ${status}`}
              isAnswer
              members={schema && type?.includes('json') ? describedMembers(schema, reference.document) : []}
            >
              <p class="quiet">{type === null ? `${description} No body.` : type}</p>
            </Members>
          ))}
          <ErrorList entry={entry} />
        </div>
        <Examples reference={reference} id={entry.id} />
      </div>
    ),
  });
}

function Examples({ reference, id }: { readonly reference: Reference; readonly id: string }) {
  const answer = reference.answer(id);
  return (
    <section class="examples" aria-label="Examples">
      <Code title="curl" text={reference.curl(id)} />
      <Code title="TypeScript" text={reference.fetch(id)} />
      {answer !== null && <Code title="Answer" text={answer} />}
    </section>
  );
}

interface MembersProps {
  readonly title: string;
  readonly members: readonly Member[];
  /** In an answer, only optional members are marked; in a request, only required ones. */
  readonly isAnswer?: boolean;
  readonly children?: ComponentChildren;
}

function Members({ title, members, isAnswer = false, children }: MembersProps) {
  if (members.length === 0 && !children) return null;
  return (
    <section>
      <h2>{title}</h2>
      {children}
      {members.length > 0 && (
        <dl class="members">
          {members.map(({ name, type, isRequired, description, rules }) => (
            <div key={name}>
              <dt>
                <code>{name}</code> <span class="quiet">{type}</span>
                {isRequired && !isAnswer && <span class="required">required</span>}
                {!isRequired && isAnswer && <span class="quiet"> if there is one</span>}
              </dt>
              <dd>
                <Prose text={[description, ...rules].filter((text) => text !== '').join(' ')} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Lists the operation's own errors first; the common ones of its kind are collapsed. */
function ErrorList({ entry }: { readonly entry: Entry }) {
  const errors = errorsIn(entry);
  const own = errors.filter((error) => !isCommon(error));
  const common = errors.filter(isCommon);
  const list = (shown: typeof errors) => (
    <dl class="members">
      {shown.map(({ status, name, meaning, anchor }) => (
        <div key={`${status} ${name}`}>
          <dt>
            <span class="method">{status}</span>{' '}
            {anchor === null ? name : <a href={`/docs/errors#${anchor}`}>{name}</a>}
          </dt>
          {meaning !== '' && <dd>{meaning}</dd>}
        </div>
      ))}
    </dl>
  );
  return (
    <section>
      <h2>Errors</h2>
      {own.length > 0 && list(own)}
      <details>
        <summary>
          {own.length > 0
            ? 'And what any operation of this kind answers'
            : 'What any operation of this kind answers'}
        </summary>
        {list(common)}
      </details>
    </section>
  );
}

const ROLES = { administrator: 'an administrator', support: 'support or an administrator' } as const;

const OF_CALLS = {
  required:
    'For the account that is calling: an access token of a user, as Bearer, DPoP or MAC, or the `JSESSIONID` cookie of a session.',
  none: 'A client: `client_id` and `client_secret`, as a Basic header or parameters, or an access token. Without a client the ruleset `NOAUTHENT` decides.',
  refused:
    'The client itself: `client_id` and `client_secret`, or an access token that it got by `client_credentials`. A token of a user is refused.',
} as const;

/** One or two sentences: who may call it, and with what. */
function whoMayCall({ id, path, described }: Entry): string {
  const { security = [], 'x-role': role, 'x-account': account } = described;
  if (account) return `${OF_CALLS[account]} The client’s ruleset has to allow \`${id}\`.`;
  if (role)
    return `Who administers: an access token whose ruleset allows \`${id}\`, or the session of ${ROLES[role]} (\`POST /admin/api/session\`).`;
  if (security.length === 0 || path.startsWith('/.well-known')) return 'Anybody.';
  const takes = (scheme: string) => security.some((one) => scheme in one);
  if (takes('client'))
    return 'A client: `client_id` and `client_secret`, as a Basic header or in the body, or a `client_assertion` that it signed. One that can’t keep a secret sends its `client_id` alone.';
  if (takes('bearer')) return 'An access token, as Bearer, DPoP or MAC.';
  return 'Whoever is signed in to the browser.';
}
