import type { TFunction } from 'i18next';
import type { Scope } from '../tokens/scope.js';

/** What each scope gives, as rows of the page; the scope account says more of names and addresses than the others. */
export const ROWS = {
  openid: ['identity'],
  profile: ['identity', 'name'],
  email: ['identity', 'email'],
  account: ['identity', 'name', 'emails', 'phones', 'families'],
} as const satisfies Record<Scope, readonly string[]>;
type Row = (typeof ROWS)[Scope][number];

interface ScopeListProps {
  readonly t: TFunction;
  readonly scopes: readonly string[];
}

/** What a third party gets, in the user's words: to recognize them in any case, and nothing said twice (D236). */
export function ScopeList({ t, scopes }: ScopeListProps) {
  return (
    <ul class="given">
      {rowsOf(scopes).map((row) => (
        <li key={row}>{t(`given.${row}`)}</li>
      ))}
    </ul>
  );
}

/** All addresses are more than the first one. */
function rowsOf(scopes: readonly string[]): readonly Row[] {
  const rows = new Set<Row>(['identity', ...scopes.flatMap((scope) => ROWS[scope as Scope] ?? [])]);
  if (rows.has('emails')) rows.delete('email');
  return [...rows];
}
