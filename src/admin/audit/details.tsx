/** What an event holds besides who and what: each by its name, what has parts of its own as JSON. */
export function Details({ of: details }: { readonly of: object }) {
  return (
    <dl class="details">
      {Object.entries(details).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
