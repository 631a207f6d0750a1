import { Code, Curl, Op } from '../code.js';

const ANSWER = `{"a01":{"r":{"r":"true"},"cn":"accping"}}`;

export function CallsGuide({ server }: { readonly server: string }) {
  return (
    <>
      <h2>Two addresses, one call</h2>
      <p>
        Every call has a path of its own, and a name: <Op id="provsearch" /> is <code>/api/prov/search</code>,
        and the same is at <code>/api?a01call=provsearch</code>, with its parameters prefixed <code>a01</code>
        .
      </p>
      <Code
        title="By path"
        text={`curl -u "$CLIENT" -d email=ada@family.example ${server}/api/prov/search`}
      />
      <Code
        title="By name"
        text={`curl -u "$CLIENT" -d a01email=ada@family.example '${server}/api?a01call=provsearch'`}
      />
      <h2>Parameters</h2>
      <p>
        In the query, or in a body: a form, JSON or multipart, in UTF-8. The case of names does not matter. An
        empty parameter counts as one that was not sent. The answer names every wrong parameter at once.
      </p>
      <p>
        Use POST for what changes something or has a secret in it: a query is logged by many. A{' '}
        <code>strict</code> client must.
      </p>
      <h2>Answers</h2>
      <p>
        <code>cn</code> is the name of the call, <code>r</code> its result. Numbers and booleans are strings.
      </p>
      <Code title="Answer of accping" text={ANSWER} />
      <h2>For a user</h2>
      <p>Calls about an account take no account number: they are about whoever the token is for.</p>
      <Curl id="accgetloggedaccount" />
    </>
  );
}
