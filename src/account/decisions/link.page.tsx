import { stepPage } from '../../platform/pages/step-page.js';
import type { Look } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

interface LinkPageProps {
  readonly action: string;
  /** Leads back to the sign-in form, to use another account. */
  readonly switchPath: string;
  /** The partner, and its name for this person. */
  readonly clientName: string;
  readonly label: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly look: Look;
}

/** Asks whether a partner may sign this person in from now on (D117). */
export function linkPage(reader: Reader, props: LinkPageProps): string {
  const { action, switchPath, clientName, label, accountId, accountName, look } = props;
  const t = textsIn(reader.language);
  const title = t('connect.title', { clientName });
  return stepPage({
    reader,
    title,
    look,
    lead: t('consent.signedInAs', { accountName }),
    children: (
      <form method="post" action={action} class="card">
        <input type="hidden" name="account" value={accountId} />
        <p>
          {t('connect.knownAs', { clientName })}{' '}
          <strong>
            <bdi>{label}</bdi>
          </strong>
        </p>
        <p>{t('connect.means', { clientName })}</p>
        <p class="hint">{t('connect.warning', { clientName })}</p>
        <div class="pair">
          <button type="submit" name="decision" value="connect">
            {t('connect.yes')}
          </button>
          <button type="submit" name="decision" value="deny" class="secondary outline">
            {t('connect.no')}
          </button>
        </div>
      </form>
    ),
    after: [switchPath, t('consent.switch')],
  });
}
