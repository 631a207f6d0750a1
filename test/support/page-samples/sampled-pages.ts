import type { Reader } from '../../../src/platform/pages/reader.js';
import type { Language } from '../../../src/platform/pages/texts/texts.js';
import { ACCOUNT_PAGES } from './account-page-samples.js';
import { CONSOLE_ACCOUNT_PAGES } from './console-account-samples.js';
import { CONSOLE_CLIENT_PAGES } from './console-client-samples.js';
import { CONSOLE_CONNECTION_PAGES } from './console-connection-samples.js';
import { CONSOLE_SERVER_PAGES } from './console-server-samples.js';
import { FAMILY_PAGES } from './family-page-samples.js';
import { OAUTH_PAGES, TRIAL_PAGES } from './oauth-page-samples.js';
import type { PageSamples } from './sample-values.js';
import { SIGN_IN_PAGES } from './sign-in-page-samples.js';

/** A page in a state. */
export interface SampledPage {
  readonly title: string;
  /** The function that makes it. */
  readonly name: string;
  readonly isInEnglishOnly: boolean;
  readonly render: (reader: Reader) => string;
}

const FOR_PEOPLE = [ACCOUNT_PAGES, SIGN_IN_PAGES, FAMILY_PAGES, OAUTH_PAGES];
const IN_ENGLISH = [
  ...[
    TRIAL_PAGES,
    CONSOLE_ACCOUNT_PAGES,
    CONSOLE_CLIENT_PAGES,
    CONSOLE_CONNECTION_PAGES,
    CONSOLE_SERVER_PAGES,
  ],
];

/** Every page, in every state that has a sample. */
export const SAMPLED: readonly SampledPage[] = [
  ...FOR_PEOPLE.flatMap((samples) => sampledIn(samples, false)),
  ...IN_ENGLISH.flatMap((samples) => sampledIn(samples, true)),
];

function sampledIn(samples: PageSamples, isInEnglishOnly: boolean): SampledPage[] {
  return Object.entries(samples).flatMap(([name, states]) =>
    Object.entries(states).map(([state, render]) => ({
      ...{ title: `${name}, ${state}`, name, isInEnglishOnly, render },
    })),
  );
}

/** The address of the page of a sample. */
export const PATH = '/page?of=a&sample=1';

export function pageIn({ render }: SampledPage, language: Language): string {
  return render({ language, timeZone: 'Asia/Kolkata', path: PATH });
}

/** Parts of a page that are equal in every language: names of languages, countries and zones, pictures, what developers read. */
const EQUAL =
  /<form [^>]*class="plain languages".*?<\/form>|<section lang="en">.*?<\/section>|<(select|style|script|svg)\b.*?<\/\1>/gs;
/** Values of samples, names of products, and what a person reads to the support. */
const VALUES =
  /\S+@\S+|\S+\.example\S*|[\p{Script=Greek}]+|&(lt|quot|amp|#39);|\b(Hearth|Firefox|Linux|GMT|Request 17)\b|[\d\W_]+/gu;

/** The texts of a page without values, to compare two languages. */
export function textsLeftIn(page: string): string[] {
  const texts = page.replace(EQUAL, '').match(/(?<=>)[^<>]+(?=<)/g) ?? [];
  return texts.map((text) => text.replace(VALUES, ' ').trim()).filter((text) => text !== '');
}
