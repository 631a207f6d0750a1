import { stepPage } from '../../platform/pages/step-page.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import type { ComponentChildren } from 'preact';

/** Says something in a card, with a link to the sign-in. */
export function signInCardPage(reader: Reader, title: string, text: ComponentChildren): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title,
    heading: null,
    children: (
      <div class="card">
        <h1>{title}</h1>
        {text}
        <p>
          <a href="/sign-in">{t('signIn.title')}</a>
        </p>
      </div>
    ),
  });
}
