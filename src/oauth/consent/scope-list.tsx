import type { TFunction } from 'i18next';
import { givenBy } from '../tokens/scope.js';

interface ScopeListProps {
  readonly t: TFunction;
  readonly scopes: readonly string[];
}

/** What a third party gets, in the user's words, and nothing said twice (D236). */
export function ScopeList({ t, scopes }: ScopeListProps) {
  return (
    <ul class="given">
      {givenBy(scopes).map((row) => (
        <li key={row}>{t(`given.${row}`)}</li>
      ))}
    </ul>
  );
}
