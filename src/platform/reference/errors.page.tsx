import type { ErrorDefinition } from '../errors/catalogue.js';
import { OAUTH_ERRORS } from '../errors/oauth-errors.js';
import { Problems } from '../errors/problems.js';
import { Code } from './code.js';
import { anchorOf, ERRORS_BY_NAME, meaningsOf } from './errors.js';
import { renderDocsPage } from './frame.js';
import type { Reference } from './reference.js';

const CALL = `HTTP/1.1 404 Not Found

{"a01":{"ex":{"name":"AFizFamilyIdDoesNotExist","type":"Ex","value":"11",
  "message":"There is no family with this familyId."},"cn":"provdeletefamily"}}`;
const STANDARD = `HTTP/1.1 400 Bad Request

{"error":"invalid_grant","error_description":"The identifier or the password is wrong."}`;
const PROBLEM = `HTTP/1.1 404 Not Found
Content-Type: application/problem+json

{"type":"urn:hearth:problem:not-found","title":"Not found","status":404,
  "detail":"There is no client books.","requestId":"8a1f…"}`;

/** Every error that a caller can see, by its name. */
export function errorsPage(reference: Reference): string {
  return renderDocsPage({
    reference,
    title: 'Errors',
    href: '/docs/errors',
    children: (
      <div class="guide">
        <p class="lead">
          Each error has a name that stays, a status, and one sentence that says what to change. Each answer
          has an <code>X-Request-Id</code>: the operator finds the request by it.
        </p>
        <p>
          Repeat later what was answered with 429 or 503: <code>Retry-After</code> says when. After{' '}
          <a href="#FizApiOutcomeUnknownException">FizApiOutcomeUnknownException</a> look first whether the
          change was made.
        </p>
        <h2>Of calls</h2>
        <p>
          <code>/api</code> answers in its envelope. <code>value</code> is a number in a string;{' '}
          <code>uri</code> is there where the user can put it right.
        </p>
        <Code title="A call that was refused" text={CALL} />
        <dl class="members">
          {[...ERRORS_BY_NAME].map(([name, same]) => (
            <div key={name} id={name}>
              <dt>
                <code>{name}</code> <span class="quiet">{statusesOf(same)}</span>
              </dt>
              {meaningsOf(same).map((meaning) => (
                <dd key={meaning}>{meaning}</dd>
              ))}
            </div>
          ))}
        </dl>
        <h2>Errors of the OAuth endpoints</h2>
        <p>
          <code>/token</code>, <code>/revoke</code>, <code>/introspect</code> and <code>/userinfo</code>{' '}
          answer as RFC 6749 §5.2 and RFC 6750 §3 have it; <code>/authorize</code> adds them to the{' '}
          <code>redirect_uri</code>.
        </p>
        <Code title="A grant that was refused" text={STANDARD} />
        <dl class="members">
          {Object.entries(OAUTH_ERRORS).map(([error, meaning]) => (
            <div key={error} id={error}>
              <dt>
                <code>{error}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <h2>Errors of the administration</h2>
        <p>
          <code>/admin/api</code> answers problem details (RFC 9457). <code>errors</code> has every field that
          was refused, with the reason.
        </p>
        <Code title="A problem" text={PROBLEM} />
        <dl class="members">
          {Object.values(Problems).map(({ type, status, title }) => (
            <div key={type} id={anchorOf(type)}>
              <dt>
                <code>{type}</code> <span class="quiet">{status}</span>
              </dt>
              <dd>{title}.</dd>
            </div>
          ))}
        </dl>
      </div>
    ),
  });
}

function statusesOf(errors: readonly ErrorDefinition[]): string {
  const all = errors.map(({ status, value }) =>
    status === value ? `${status}` : `${status}, value ${value}`,
  );
  return [...new Set(all)].join('; ');
}
