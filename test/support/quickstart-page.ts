import { type Block, blocksOf } from './doc-page.js';

/** What a reader is told to do in a browser, and what is then seen there or in the terminal. */
interface Acts {
  /** The paragraph: "Open <http://localhost:4000>, press **Sign in**, sign in as Bob, and press **Allow**." */
  readonly told: string;
  readonly seenIn: 'browser' | 'terminal';
  readonly seen: string;
}

/** A block of commands, as a reader pastes it. */
export interface QuickstartStep {
  readonly shell: string;
  /** Its program runs until the reader presses Ctrl+C, so that what comes next needs another terminal. */
  readonly runsOn: boolean;
  /** What it prints at once; empty: nothing is told. */
  readonly shown: string;
  readonly acts: Acts[];
}

export interface QuickstartPage {
  /** The whole text of each code file, by its path. */
  readonly files: ReadonlyMap<string, string>;
  readonly steps: readonly QuickstartStep[];
}

/**
 * Reads a quickstart as a person does. "In `path`:" before a block: that file. A block marked `sh`: commands; if the
 * paragraph before it tells of Ctrl+C, they run on. A block without a mark: what is seen; directly behind commands, in
 * the terminal; behind a paragraph that begins with "Open", what is seen after doing what that tells: in the terminal
 * if it ends with "prints:", otherwise in the browser.
 */
export function readQuickstart(page: string): QuickstartPage {
  const lines = page.split('\n');
  const files = new Map<string, string>();
  const steps: (QuickstartStep & { shown: string })[] = [];
  let end = 0;
  for (const { line, end: next, language, text } of blocksOf(page)) {
    const before = lines.slice(end, line - 2).join('\n');
    const paragraph =
      before
        .trim()
        .split(/\n\s*\n/)
        .at(-1) ?? '';
    end = next - 1;
    const [, path] = /In `([^`]+)`:$/.exec(paragraph) ?? [];
    if (path !== undefined) files.set(path, `${text}\n`);
    else if (language === 'sh')
      steps.push({ shell: text, runsOn: /Ctrl\+C/.test(paragraph), shown: '', acts: [] });
    else if (language === '') seen(steps.at(-1), { before, paragraph, text, line });
  }
  return { files, steps };
}

function seen(
  step: (QuickstartStep & { shown: string }) | undefined,
  { before, paragraph, text, line }: { before: string; paragraph: string; text: string; line: Block['line'] },
): void {
  if (step !== undefined && before.trim() === '') step.shown = text;
  else if (step !== undefined && paragraph.startsWith('Open '))
    step.acts.push({
      told: paragraph.replaceAll('\n', ' '),
      seenIn: paragraph.endsWith('prints:') ? 'terminal' : 'browser',
      seen: text,
    });
  else throw new Error(`line ${line}: nothing tells what to do to see this`);
}
