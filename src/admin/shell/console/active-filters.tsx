import { Icon } from './icon.js';
import { addressWith } from './address-with.js';

export interface Filter {
  readonly name: string;
  readonly label: string;
  /** In the address. */
  readonly value: string;
  /** The text on the page, if it is another one: "Disabled", not `disabled`. */
  readonly shown?: string;
}

interface ActiveFiltersProps {
  readonly path: string;
  /** The page's query, without `after`: another filter begins at the first page. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly filters: readonly Filter[];
}

/** The active filters of a list, each with a link that removes it. */
export function ActiveFilters({ path, query, filters }: ActiveFiltersProps) {
  const active = filters
    .map(({ value, shown = value, ...filter }) => ({ ...filter, shown }))
    .filter(({ shown }) => shown !== '');
  if (active.length === 0) return null;
  const without = (names: readonly string[]) =>
    addressWith(path, { ...query, ...Object.fromEntries(names.map((name) => [name, undefined])) });
  return (
    <ul class="chips filters" aria-label="Filters in force">
      {active.map(({ name, label, shown }) => (
        <li key={name}>
          <a href={without([name])} aria-label={`Remove the filter ${label}: ${shown}`}>
            <span class="quiet">{label}</span> {shown} <Icon name="close" />
          </a>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <a class="all" href={without(active.map(({ name }) => name))}>
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
