import { Field } from '../../platform/pages/form.js';
import { renderPage } from '../../platform/pages/layout.js';
import type { Look } from '../../platform/pages/look.js';
import { errorTexts, type ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { ConsentQuestion } from '../consent/consent-question.js';
import { ScopeList } from '../consent/scope-list.js';

/** A code with room for what people type around it. */
const LONGEST_CODE = 32;

interface DeviceCodeProps {
  readonly action: string;
  /** What stands in the field. */
  readonly code: string;
  readonly error?: ErrorKey;
}

/** One field, for the code that a device shows. */
export function deviceCodePage(reader: Reader, { action, code, error }: DeviceCodeProps): string {
  const t = textsIn(reader.language);
  return renderPage({
    reader,
    title: t('device.title'),
    foot: '',
    isNarrow: true,
    children: (
      <form method="post" action={action} class="card">
        <h1>{t('device.title')}</h1>
        <p class="lead">{t('device.lead')}</p>
        <Field
          name="user_code"
          label={t('device.code')}
          type="text"
          value={code}
          longest={LONGEST_CODE}
          isCode
          error={errorTexts(t, { user_code: error })('user_code')}
        />
        <button type="submit">{t('device.submit')}</button>
      </form>
    ),
  });
}

interface DeviceConsentProps {
  readonly action: string;
  /** To the sign-in form, for another account. */
  readonly switchPath: string;
  /** As the device shows it. */
  readonly code: string;
  readonly clientName: string;
  readonly homepageUrl: string | null;
  readonly accountId: string;
  readonly accountName: string;
  readonly scopes: readonly string[];
  readonly look: Look;
}

/** What the device gets, whoever it belongs to: asked each time, since nothing else shows that it is the right one (D271). */
export function deviceConsentPage(reader: Reader, props: DeviceConsentProps): string {
  const { action, switchPath, code, clientName, homepageUrl, accountId, accountName, scopes, look } = props;
  const t = textsIn(reader.language);
  const title = t('device.askTitle', { clientName });
  return renderPage({
    reader,
    title,
    foot: '',
    look,
    isNarrow: true,
    children: (
      <form method="post" action={action} class="card">
        <h1>{title}</h1>
        <p class="lead">
          {t('consent.signedInAs', { accountName })} · <a href={switchPath}>{t('consent.switch')}</a>
        </p>
        <input type="hidden" name="account" value={accountId} />
        <input type="hidden" name="user_code" value={code} />
        <div class="notice warn">
          <p>{t('device.compare')}</p>
          <p class="device-code">{code}</p>
          <p>{t('device.warning')}</p>
        </div>
        <ConsentQuestion t={t} clientName={clientName} homepageUrl={homepageUrl} />
        <ScopeList t={t} scopes={scopes} />
        <p>{t('consent.not')}</p>
        <p class="hint">{t('consent.lasts')}</p>
        <div class="pair">
          <button type="submit" name="decision" value="allow">
            {t('consent.allow')}
          </button>
          <button type="submit" name="decision" value="deny" class="secondary">
            {t('consent.deny')}
          </button>
        </div>
      </form>
    ),
  });
}
