import type { Long } from '../../platform/operations/long.js';
import type { LinkView } from './link-shapes.js';
import { stepPage } from '../../platform/pages/step-page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn, type TextKey } from '../../platform/pages/texts/texts.js';
import { exactDay } from '../../platform/pages/when.js';

/** Facts that the pages of a link mention. */
export interface LinkFacts extends Pick<LinkView, 'name' | 'value' | 'familyName' | 'clientName'> {
  /** The number of the client whose branding the pages have; null: the server's. */
  readonly ofClient?: Long | null;
}

export interface NoteFacts extends LinkFacts {
  /** In ISO 8601; the texts have it as `date`. */
  readonly at: string;
}

/** Messages after which a person has to sign in. */
const SIGN_IN_NEXT = [
  'data.asked',
  'forgotten.sent',
  'handOver.stopped',
  'link.used',
  'recovery.done',
  'recovery.over',
  'recovery.stopped',
];

/** A page with nothing but a message, `link.used` or `confirmation.done`, and a way on. */
export function notePage(reader: Reader, key: string, { at, ...others }: Partial<NoteFacts> = {}): string {
  const t = textsIn(reader.language);
  const facts = { ...others, ...(at !== undefined && { date: exactDay(reader, new Date(at)) }) };
  const isSignInNext = SIGN_IN_NEXT.includes(key);
  return stepPage({
    reader,
    title: t(`${key}Title` as TextKey, facts),
    look: lookOf(others.ofClient ?? null),
    lead: t(`${key}Lead` as TextKey, facts),
    children: (
      <p>
        <a href={isSignInNext ? '/sign-in' : '/account'}>
          {t(isSignInNext ? 'signIn.title' : 'account.title')}
        </a>
      </p>
    ),
  });
}
