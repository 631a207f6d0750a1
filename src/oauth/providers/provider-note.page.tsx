import { stepPage } from '../../platform/pages/step-page.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

interface NoteProps {
  /** Key of the texts under `provider`. */
  readonly key: ProviderNote;
  /** The provider's name; null: not even that is known. */
  readonly name: string | null;
  /** Where the link to continue leads. */
  readonly onward: string;
}

/** Why a sign-in at a provider signed nobody in. */
export type ProviderNote =
  | 'over'
  | 'cancelled'
  | 'failed'
  | 'unavailable'
  | 'blocked'
  | 'taken'
  | 'notAccepted'
  | 'tooMany'
  | 'notYou';

/** A page that says so, and leads on. */
export function providerNotePage(reader: Reader, { key, name, onward }: NoteProps): string {
  const t = textsIn(reader.language);
  const named = { name: name ?? t('provider.nameless') };
  return stepPage({
    reader,
    hasLanguages: false,
    title: t(`provider.${key}Title`, named),
    lead: t(`provider.${key}Lead`, named),
    after: [onward, t('provider.onward')],
  });
}
