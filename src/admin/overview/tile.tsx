import type { ComponentChildren } from 'preact';

interface TileProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

export function Tile({ title, isWide = false, children }: TileProps) {
  return (
    <section class={isWide ? 'card tile broad' : 'card tile'}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: string, href?: string])[];
}

/** A list of names, with the value at the right of each. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl class="figures">
      {facts.map(([name, value, href]) => (
        <div key={name}>
          <dt>{href === undefined ? name : <a href={href}>{name}</a>}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
