import { Fragment } from 'preact';

/** An IP address in a table: it breaks between the groups of IPv6, and nowhere else. */
export function IpAddress({ of }: { readonly of: string }) {
  const [first, ...others] = of.split(':');
  return (
    <span class="ip">
      {first}
      {others.map((group, index) => (
        <Fragment key={index}>
          :<wbr />
          {group}
        </Fragment>
      ))}
    </span>
  );
}
