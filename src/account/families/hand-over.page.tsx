import { stepPage } from '../../platform/pages/step-page.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';
import { exactTime } from '../../platform/pages/when.js';

interface HandOverWaitsProps {
  readonly token: string;
  readonly familyName: string;
  /** The name of the next founder. */
  readonly nextName: string;
  readonly beginsAt: Date;
}

/** Says what happens and when, with a button that stops it. */
export function handOverWaitsPage(reader: Reader, props: HandOverWaitsProps): string {
  const { token, familyName, nextName, beginsAt } = props;
  const t = textsIn(reader.language);
  const title = t('handOver.title');
  const date = exactTime(reader, beginsAt);
  return stepPage({
    reader,
    title,
    lead: t('handOver.lead', { familyName, name: nextName, date }),
    children: (
      <form method="post" action={`/hand-over/${token}`} class="card">
        <p class="hint">{t('handOver.stopHint')}</p>
        <button type="submit">{t('recovery.stop')}</button>
      </form>
    ),
  });
}
