import type { TFunction } from 'i18next';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { emailOf, phoneOf } from '../oidc/user-claims.js';
import type { AskedResource } from './asked-scopes.js';
import { givenBy } from '../tokens/scope.js';

interface ScopeListProps {
  readonly t: TFunction;
  readonly scopes: readonly string[];
  /** What it gets at the servers of others. */
  readonly resources?: readonly AskedResource[];
  /** The account whose addresses are handed over; left out: the list says only what is. */
  readonly account?: Pick<AccountInformationView, 'identifiers'>;
}

/** What a third party gets, in the user's words, and nothing said twice (D236). */
export function ScopeList({ t, scopes, resources = [], account }: ScopeListProps) {
  return (
    <>
      <ul class="given">
        {givenBy(scopes).map((row) => (
          <li key={row}>
            {t(`given.${row}`)}
            {account && <Values values={valuesOf(row, account)} />}
          </li>
        ))}
      </ul>
      {resources.map(({ identifier, name, scopes: asked }) => (
        <section key={identifier} class="of-resource">
          <p>{t(asked.length === 0 ? 'consent.resourceAlone' : 'consent.resource', { resource: name })}</p>
          {asked.length > 0 && (
            <ul class="given">
              {asked.map((scope) => (
                <li key={scope.name}>{scope.text}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  );
}

/** The addresses as the third party gets them. */
function Values({ values }: { readonly values: readonly string[] }) {
  return (
    <>
      {values.map((value) => (
        <>
          {' '}
          <strong key={value}>{value}</strong>
        </>
      ))}
    </>
  );
}

function valuesOf(row: string, account: Pick<AccountInformationView, 'identifiers'>): readonly string[] {
  const all = (wanted: string): string[] =>
    account.identifiers.filter(({ type }) => type === wanted).map(({ value }) => value);
  if (row === 'emails') return all('Email');
  if (row === 'phones') return all('Msisdn');
  const first = row === 'email' ? emailOf(account) : row === 'phone' ? phoneOf(account) : undefined;
  return first ? [first.value] : [];
}
