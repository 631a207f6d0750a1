/** The details of an event as a list of names and values; nested values as JSON. */
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
