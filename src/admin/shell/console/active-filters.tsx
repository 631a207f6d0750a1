import { Icon } from './icon.js';
import { addressOf } from './address-of.js';

interface Filter {
  /** In the address. */
  readonly name: string;
  readonly label: string;
  /** As it is shown: "Disabled", not `disabled`. Not set: it filters nothing. */
  readonly shown: string | undefined;
}

interface ActiveFiltersProps {
  readonly path: string;
  /** The page's query, without `after`: with another filter the list begins anew. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly filters: readonly Filter[];
}

/** What a list is filtered by: each filter can be taken away by its link. */
export function ActiveFilters({ path, query, filters }: ActiveFiltersProps) {
  const active = filters.filter(({ shown }) => shown !== undefined && shown !== '');
  if (active.length === 0) return null;
  const without = (names: readonly string[]) =>
    addressOf(path, { ...query, ...Object.fromEntries(names.map((name) => [name, undefined])) });
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
