import type { TFunction } from 'i18next';
import { Field, FormDone, Select } from '../../platform/pages/form.js';
import { typedFields } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { When } from '../../platform/pages/when.js';
import type { PasswordClient } from '../../oauth/clients/password-clients.js';
import { renderSection } from '../frame/account-frame.js';
import type { FormOutcome } from '../frame/form-outcome.js';
import { ProveFirst } from '../frame/prove-first.js';
import type { DevicePasswordRow } from './own-device-passwords.js';

/** The value for legacy sessions in the choice of the application. */
export const FOR_LEGACY = 'legacy';
export const DEVICE_PASSWORDS = '/account/device-passwords';

export interface DevicePasswordsProps {
  readonly passwords: readonly DevicePasswordRow[];
  /** The applications to choose from. */
  readonly clients: readonly PasswordClient[];
  readonly now: Date;
  /** The page that asks for a proof first; null: a recent proof suffices. */
  readonly proof: string | null;
  /** The new password, shown only once. */
  readonly made?: { readonly name: string; readonly plain: string };
  readonly outcome?: FormOutcome<{ readonly name: string; readonly client: string }>;
}

/** Passwords that are each for one application (D248). */
export function devicePasswordsPage(reader: Reader, props: DevicePasswordsProps): string {
  const t = textsIn(reader.language);
  const { passwords, made, now } = props;
  return renderSection(reader, {
    section: 'signIn',
    title: t('devicePasswords.title'),
    children: (
      <>
        <p class="lead">{t('devicePasswords.lead')}</p>
        {made && (
          <section class="card" id="made">
            <h2>{made.name}</h2>
            <FormDone>{t('devicePasswords.made')}</FormDone>
            <p class="device-password">
              <code>{made.plain}</code>
            </p>
            <p class="hint">{t('devicePasswords.once')}</p>
          </section>
        )}
        <section class="card">
          <h2>{t('devicePasswords.yours')}</h2>
          {passwords.length === 0 && <p class="hint">{t('devicePasswords.none')}</p>}
          {passwords.map((password) => (
            <Row key={password.id} {...{ t, reader, password, now }} />
          ))}
        </section>
        <New t={t} {...props} />
        <p>
          <a href="/account/sign-in">{t('devicePasswords.back')}</a>
        </p>
      </>
    ),
  });
}

interface RowProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly password: DevicePasswordRow;
  readonly now: Date;
}

function Row({ t, reader, now, password: { id, name, application, createdAt, lastUsedAt } }: RowProps) {
  return (
    <form method="post" action={`${DEVICE_PASSWORDS}/${id}/end`} class="app">
      <div>
        <strong>{name}</strong>
        <div class="hint">{application ?? t('devicePasswords.legacy')}</div>
        <div class="hint">
          {t('devicePasswords.created')} <When reader={reader} at={createdAt} now={now} />
          {' · '}
          {lastUsedAt === null ? (
            t('devicePasswords.unused')
          ) : (
            <>
              {t('account.lastUsed')} <When reader={reader} at={lastUsedAt} now={now} />
            </>
          )}
        </div>
      </div>
      <button
        type="submit"
        class="danger outline small"
        aria-label={t('devicePasswords.endLabel', { value: name })}
      >
        {t('devicePasswords.end')}
      </button>
    </form>
  );
}

function New({ t, clients, proof, outcome }: DevicePasswordsProps & { readonly t: TFunction }) {
  const { values, errors } = outcome ?? {};
  const options = clients.map(({ id, name }) => [id, name] as const);
  const field = typedFields(t, errors, values ?? { client: options[0]?.[0] ?? FOR_LEGACY });
  return (
    <section class="card" id="new">
      <h2>{t('devicePasswords.new')}</h2>
      <ProveFirst t={t} path={proof}>
        <form method="post" action={`${DEVICE_PASSWORDS}#made`} class="plain">
          <Field
            {...field('name')}
            label={t('devicePasswords.name')}
            type="text"
            hint={t('devicePasswords.nameHint')}
          />
          <Select
            {...field('client')}
            label={t('devicePasswords.client')}
            options={[...options, [FOR_LEGACY, t('devicePasswords.legacy')]]}
          />
          <button type="submit">{t('devicePasswords.submit')}</button>
        </form>
      </ProveFirst>
    </section>
  );
}
