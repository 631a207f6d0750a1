import { Checkbox } from '../../platform/pages/form.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import type { Long } from '../../platform/operations/long.js';
import type { FactorWays } from '../../identity/sessions/second-factor.js';
import { SECOND_STEP } from '../../identity/sessions/second-step.js';
import { FactorForms, OtherFactorForms, type FactorError } from './factor-forms.js';
import { signInCardPage } from '../frame/sign-in-card.page.js';

export interface SecondStepProps {
  /** The client whose look the page has; null: the server's look. */
  readonly lookOf: Long | null;
  /** The second factors of the account. */
  readonly ways: FactorWays;
  /** Where to send a signed-in person who gives no second factor; null: nobody is signed in. */
  readonly without: string | null;
  /** Whether the browser may be trusted. */
  readonly canTrust: boolean;
  readonly trusts?: boolean;
  readonly error?: FactorError;
}

/** Asks for the second factor of a sign-in. */
export function secondStepPage(reader: Reader, props: SecondStepProps): string {
  const t = textsIn(reader.language);
  const { ways, without, canTrust, trusts = false, error } = props;
  const forms = { t, ways, action: SECOND_STEP, submit: t('signIn.submit'), error };
  return stepPage({
    reader,
    title: t('secondStep.title'),
    look: lookOf(props.lookOf),
    heading: null,
    children: (
      <>
        <div class="card">
          <h1>{t('secondStep.title')}</h1>
          <p class="lead">{t(`secondStep.${leadOf(ways)}`)}</p>
          <FactorForms {...forms}>
            {canTrust && (
              <Checkbox
                name="trust"
                label={t('secondStep.trust')}
                hint={t('secondStep.trustHint')}
                isChecked={trusts}
              />
            )}
          </FactorForms>
        </div>
        <OtherFactorForms {...forms} />
        {without !== null && (
          <p class="after aside">
            <a href={without}>{t('secondStep.without')}</a>
          </p>
        )}
        <p class="after aside">
          <a href="/lost-factor">{t('recovery.title')}</a> · <a href="/sign-in">{t('secondStep.other')}</a>
        </p>
      </>
    ),
  });
}

function leadOf({ code, passkey }: FactorWays): 'lead' | 'leadPasskey' | 'leadBoth' {
  if (!passkey) return 'lead';
  return code ? 'leadBoth' : 'leadPasskey';
}

/** Says that this browser has no pending second step. */
export function secondStepOverPage(reader: Reader): string {
  const t = textsIn(reader.language);
  return signInCardPage(reader, t('secondStep.overTitle'), <p class="lead">{t('secondStep.overLead')}</p>);
}
