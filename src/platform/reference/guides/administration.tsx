import { Code, Curl, Op } from '../code.js';

export function AdministrationGuide({ server }: { readonly server: string }) {
  return (
    <>
      <p>
        What the console does at <code>/admin</code>, programs do at <code>/admin/api</code>, and people in a
        shell with <code>hearth</code>. Bodies and answers are JSON.
      </p>
      <h2>As a program</h2>
      <p>
        A client whose ruleset allows <code>admin*</code>, or some of it, gets a token for itself:
      </p>
      <Curl id="oauth2token" values={{ grant_type: 'client_credentials' }} />
      <Curl id="adminclientlist" />
      <h2>Lists</h2>
      <p>
        A page has <code>limit</code> items, 50 unless you ask for up to 200, and <code>next</code>. Send that
        as <code>after</code> for the next page; it is <code>null</code> on the last.
      </p>
      <h2>Changes</h2>
      <p>
        What someone else may have changed meanwhile needs <code>If-Match</code>: the <code>ETag</code> of
        what you read, or <code>*</code>. Only the members that you send are changed.
      </p>
      <Curl id="adminclientupdate" />
      <h2>As an administrator</h2>
      <p>
        <Op id="adminsessionopen" /> opens a session with a cookie. What can’t be undone asks for the password
        once more: <Op id="adminsessionconfirm" />, then again.
      </p>
      <Code title="In a shell" text={`hearth login ${server}\nhearth client list`} />
    </>
  );
}
