import type { TFunction } from 'i18next';
import type { AccountInformationView } from '../../identity/accounts/account-information.view.js';
import { emailOf, phoneOf } from '../oidc/user-claims.js';
import type { AllowedResource } from './allowed-scopes.js';
import { givenBy } from '../tokens/scope.js';

interface ScopeListProps {
  readonly t: TFunction;
  readonly scopes: readonly string[];
  /** What it gets at the servers of others. */
  readonly resources?: readonly AllowedResource[];
  /** The account whose addresses are handed over; left out: the list says only what is. */
  readonly account?: Pick<AccountInformationView, 'identifiers'>;
}

/** Stands for the name of a resource until that is put in its place: no name can be it. */
const NAME = '\0';

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
      {resources.map((resource) => (
        <AtResource key={resource.identifier} t={t} {...resource} />
      ))}
    </>
  );
}

/** What it gets at one server of others. The operator wrote the texts, in any language. */
function AtResource({ t, identifier, name, scopes }: AllowedResource & { readonly t: TFunction }) {
  const told = scopes.filter(({ text }) => text !== '');
  if (name === null)
    return (
      <p class="hint">
        <AboutResource t={t} of="consent.resourceEnded" name={identifier} />
      </p>
    );
  const of = told.length === 0 ? 'consent.resourceAlone' : 'consent.resource';
  return (
    <section>
      <p>
        <AboutResource t={t} of={of} name={name} />
      </p>
      {told.length > 0 && (
        <ul class="given">
          {told.map((scope) => (
            <li key={scope.name}>
              <bdi>{scope.text}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface NamedProps {
  readonly t: TFunction;
  readonly of: 'consent.resource' | 'consent.resourceAlone' | 'consent.resourceEnded';
  readonly name: string;
}

/** A sentence about a resource, whose name may run in the other direction. */
export function AboutResource({ t, of, name }: NamedProps) {
  const [before, after] = t(of, { resource: NAME }).split(NAME);
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
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
