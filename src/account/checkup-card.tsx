import type { TFunction } from 'i18next';
import type { ComponentChildren } from 'preact';
import type { Reader } from '../platform/pages/reader.js';
import { When } from '../platform/pages/when.js';
import type { Checkup } from './checkups.js';

interface CheckupProps {
  readonly t: TFunction;
  readonly reader: Reader;
  readonly checkup: Checkup;
}

/** What protects the account and what might be mended, each with the link that does it (D387). */
export function CheckupCard({ t, reader, checkup }: CheckupProps) {
  const { hasPassword, passwordSince, hasCodes, passkeys, unconfirmed, unused, now } = checkup;
  return (
    <section class="card" id="checkup">
      <h2>{t('account.checkup.title')}</h2>
      <ul class="rows">
        <Row
          label={t('signIn.password')}
          href="/account/sign-in#password-section"
          action={t(hasPassword ? 'account.changePassword' : 'account.choosePassword')}
        >
          {!hasPassword && t('account.checkup.none')}
          {hasPassword && passwordSince === null && t('account.checkup.longAgo')}
          {hasPassword && passwordSince !== null && (
            <>
              {t('account.checkup.changed')} <When reader={reader} at={passwordSince} now={now} />
            </>
          )}
        </Row>
        <Row
          label={t('factors.title')}
          href="/account/second-factor"
          action={t(hasCodes ? 'factors.manage' : 'factors.setUp')}
          isOpen={!hasCodes}
        >
          {t(hasCodes ? 'account.checkup.on' : 'account.checkup.off')}
        </Row>
        {passkeys !== null && (
          <Row
            label={t('passkeys.title')}
            href="/account/sign-in#passkeys"
            action={t(passkeys === 0 ? 'passkeys.add' : 'account.checkup.see')}
            isOpen={passkeys === 0}
          >
            {passkeys === 0 ? t('account.checkup.none') : passkeys}
          </Row>
        )}
        {unconfirmed.length > 0 && (
          <Row
            label={t('account.checkup.unconfirmed')}
            href="/account/sign-in#identifiers"
            action={t('account.checkup.confirm')}
            isOpen
          >
            {unconfirmed.join(', ')}
          </Row>
        )}
        {unused > 0 && (
          <Row
            label={t('account.checkup.unused')}
            href="/account/devices"
            action={t('account.checkup.see')}
            isOpen
          >
            {unused}
          </Row>
        )}
      </ul>
    </section>
  );
}

interface CheckupRowProps {
  readonly label: string;
  readonly href: string;
  /** The text of the link. */
  readonly action: string;
  /** Something to mend. */
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

function Row({ label, href, action, isOpen = false, children }: CheckupRowProps) {
  return (
    <li>
      <div>
        <strong class={isOpen ? 'warn' : undefined}>{label}</strong>
        <div class="hint">{children}</div>
      </div>
      <a href={href}>{action}</a>
    </li>
  );
}
