import { asset } from './assets.js';
import { CopyButton } from './copy-button.js';

/** The texts around recovery codes, in the reader's language. */
interface CodeTexts {
  /** Above the codes in the file. */
  readonly title: string;
  readonly copy: string;
  readonly copied: string;
  readonly download: string;
  readonly print: string;
  /** The button that goes on. */
  readonly done: string;
}

interface CodeListProps {
  readonly texts: CodeTexts;
  readonly codes: readonly string[];
  /** The name of the service, in the file. */
  readonly site: string;
  /** The page to go on to. */
  readonly next: string;
}

/** New recovery codes with the ways to keep them. The file is in the page itself: no request has codes in it (D383). */
export function RecoveryCodeList({ texts, codes, site, next }: CodeListProps) {
  const lines = codes.join('\n');
  const file = `${site} · ${texts.title}\n\n${lines}\n`;
  return (
    <>
      <script src={asset('buttons.js')} defer />
      <ol class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="keeping">
        <CopyButton text={lines} label={texts.copy} done={texts.copied} />
        <a
          role="button"
          class="secondary small"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
        >
          {texts.download}
        </a>
        <button type="button" class="secondary small" data-print hidden>
          {texts.print}
        </button>
      </div>
      <p>
        <a role="button" href={next}>
          {texts.done}
        </a>
      </p>
    </>
  );
}
