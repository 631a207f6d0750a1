import type { Answer } from '../clients/redirect-answer.js';
import { asset } from '../../platform/pages/assets.js';
import { stepPage } from '../../platform/pages/step-page.js';
import type { Look } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

/** Carries an answer to the third party in a form: it sends itself, or its button does without script. */
export function formPostPage(reader: Reader, look: Look, redirectUri: string, answer: Answer): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    hasLanguages: false,
    title: t('formPost.title'),
    look,
    lead: t('formPost.lead'),
    children: (
      <>
        <form method="post" action={redirectUri} data-submits>
          {Object.entries(answer).map(
            ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <button type="submit">{t('formPost.submit')}</button>
        </form>
        <script src={asset('submit-form.js')} />
      </>
    ),
  });
}
