import { stepPage } from '../platform/pages/step-page.js';
import type { ErrorKey } from '../platform/pages/page-errors.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import { RemovalForm } from './frame/removal-form.js';

interface RemovalProps {
  readonly id: string;
  readonly value: string;
  /** A link there may put it back (D341). */
  readonly isEmail: boolean;
  readonly error?: ErrorKey;
}

/** Asks before an address is removed (D106). */
export function removalPage(reader: Reader, { id, value, isEmail, error }: RemovalProps): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t('account.removeTitle', { value }),
    lead: t('account.removeLead'),
    children: (
      <>
        {isEmail && <p class="hint">{t('account.removeBack')}</p>}
        <RemovalForm t={t} action={`/account/identifiers/${id}`} verb={t('account.remove')} error={error} />
      </>
    ),
  });
}
