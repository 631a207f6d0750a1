import { renderPage } from '../../platform/pages/layout.js';
import { textsIn, type Language } from '../../platform/pages/texts/texts.js';

/** Facts that the pages of a link mention. */
export interface LinkFacts {
  readonly name: string;
  readonly value: string;
  readonly familyName: string;
  readonly clientName: string;
}

/** A page with nothing but a message: `link.used`, `confirmation.done`, … */
export function notePage(language: Language, key: string, facts: Partial<LinkFacts> = {}): string {
  const t = textsIn(language);
  return renderPage({
    language,
    title: t(`${key}Title`, { ...facts }),
    foot: '',
    children: (
      <>
        <h1>{t(`${key}Title`, { ...facts })}</h1>
        <p class="lead">{t(`${key}Lead`, { ...facts })}</p>
      </>
    ),
  });
}
