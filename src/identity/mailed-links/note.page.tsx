import type { Long } from '../../platform/operations/long.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn, type TextKey } from '../../platform/pages/texts/texts.js';

/** Facts that the pages of a link mention. */
export interface LinkFacts {
  readonly name: string;
  readonly value: string;
  readonly familyName: string | null;
  readonly clientName: string;
  /** The number of the client whose branding the pages have; null: the server's. */
  readonly ofClient?: Long | null;
}

/** A page with nothing but a message: `link.used`, `confirmation.done`, … */
export function notePage(reader: Reader, key: string, facts: Partial<LinkFacts> = {}): string {
  const t = textsIn(reader.language);
  return stepPage({
    reader,
    title: t(`${key}Title` as TextKey, { ...facts }),
    look: lookOf(facts.ofClient ?? null),
    lead: t(`${key}Lead` as TextKey, { ...facts }),
  });
}
