import { FormError, Submit } from '../../platform/pages/form.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import { stepPage } from '../../platform/pages/step-page.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

interface RemovalProps {
  readonly title: string;
  readonly lead: string;
  readonly hint?: string;
  readonly action: string;
  readonly verb: string;
  readonly error?: ErrorKey;
}

/** Asks before a way to sign in is removed, with a link back. */
export function removalPage(
  reader: Reader,
  { title, lead, hint, action, verb, error }: RemovalProps,
): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title,
    lead,
    children: (
      <>
        {hint && <p class="hint">{hint}</p>}
        <form method="post" action={action} class="card">
          <FormError>{error && t(`errors.${error}`)}</FormError>
          <Submit class="danger">{verb}</Submit>
        </form>
      </>
    ),
    after: ['/account/sign-in', t('account.keep')],
  });
}
