import type { TFunction } from 'i18next';
import { ClientName } from './client-name.js';

/** Stands for the name of the application until that is put in its place: no name can be it. */
const NAME = '\0';

interface ConsentQuestionProps {
  readonly t: TFunction;
  readonly clientName: string;
  readonly homepageUrl: string | null;
}

/** The sentence above what it gets; the name leads to the third party's homepage. */
export function ConsentQuestion({ t, clientName, homepageUrl }: ConsentQuestionProps) {
  const [before, after] = t('consent.asks', { clientName: NAME }).split(NAME);
  return (
    <p>
      {before}
      <ClientName name={clientName} homepageUrl={homepageUrl} />
      {after}
    </p>
  );
}
