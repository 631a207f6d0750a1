import { Field } from '../../platform/pages/form.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { typedFields, type ErrorKey } from '../../platform/pages/page-errors.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { consentFormPage, type ConsentFormProps } from '../consent/consent-form.page.js';

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
  return stepPage({
    reader,
    title: t('device.title'),
    heading: null,
    children: (
      <form method="post" action={action} class="card">
        <h1>{t('device.title')}</h1>
        <p class="lead">{t('device.lead')}</p>
        <Field
          {...typedFields(t, { user_code: error }, { user_code: code })('user_code')}
          label={t('device.code')}
          type="text"
          longest={LONGEST_CODE}
          isCode
        />
        <button type="submit">{t('device.submit')}</button>
      </form>
    ),
  });
}

interface DeviceConsentProps extends ConsentFormProps {
  /** As the device shows it. */
  readonly code: string;
}

/** Asks whether the device may have this. It asks each time, since nothing else shows that it is the right device (D271). */
export function deviceConsentPage(reader: Reader, { code, ...props }: DeviceConsentProps): string {
  const t = textsIn(reader.language);
  const above = (
    <>
      <input type="hidden" name="user_code" value={code} />
      <div class="notice warn">
        <p>{t('device.compare')}</p>
        <p class="device-code">{code}</p>
        <p>{t('device.warning')}</p>
      </div>
    </>
  );
  return consentFormPage(reader, props, { title: t('device.askTitle', props), above });
}
