import type { Browser, Page } from '@playwright/test';
import { readDemoCredentials } from '../../src/provisioning/bootstrap/demo-data.js';
import { openBrowser } from './browser.js';
import { asShown, hasShown } from './doc-page.js';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { FreshFolder } from './pasted-shell.js';
import { type QuickstartPage, type QuickstartStep, readQuickstart } from './quickstart-page.js';
import type { Terminal } from './terminal.js';
import { doAsTold } from './told-acts.js';

/** The ports of applications, on the pages. */
const PORT = /\b400\d\b/g;

/** A reader in the folder of a started server: has the code of a quickstart page, and does what it tells. */
export class QuickstartReader {
  private readonly folder = new FreshFolder(['examples']);
  private readonly terminals: Terminal[] = [];
  private quickstart: QuickstartPage = { files: new Map(), steps: [] };
  private browser: Browser | null = null;
  private page: Page | null = null;

  /** @param text of the page @param instead commands that are run in place of others */
  constructor(
    private readonly text: string,
    private readonly instead: Readonly<Record<string, string>> = {},
  ) {}

  async start(): Promise<void> {
    await this.folder.start({ LOG_LEVEL: 'info' }); // as a person starts it, who finds links there
    this.quickstart = readQuickstart(await this.here());
    for (const [path, text] of this.quickstart.files) this.folder.write(path, text);
    this.browser = await openBrowser();
    this.page = await this.browser.newPage();
  }

  get files(): string[] {
    return [...this.quickstart.files.keys()];
  }

  get steps(): readonly QuickstartStep[] {
    return this.quickstart.steps;
  }

  /** @throws Error: something else is seen */
  async follow({ shell, runsOn, shown, acts }: QuickstartStep): Promise<void> {
    const terminal = this.freeTerminal();
    terminal.paste(this.runnable(shell));
    if (!runsOn && acts.length === 0) return ends(terminal, shell, shown);
    await prints(terminal, shown);
    for (const { told, seenIn, seen } of acts) {
      await doAsTold(told, this.page as Page, {
        printed: terminal.output,
        printedByServer: () => this.folder.printedByServer,
        bob: readDemoCredentials(this.folder.data)?.member ?? { identifier: '', password: '' },
      }).catch((cause: Error) => {
        throw new Error(`${told}\nfails, and the terminal has: ${terminal.output}`, { cause });
      });
      await (seenIn === 'terminal' ? prints(terminal, seen) : this.sees(seen));
    }
    terminal.isBusy = runsOn;
    if (!runsOn) await terminal.code();
  }

  /** Ends all programs. @returns seconds of a processor that the commands took */
  async processorSeconds(): Promise<number> {
    const seconds = await Promise.all(this.terminals.splice(0).map((terminal) => terminal.close()));
    return seconds.reduce((sum, each) => sum + each, 0);
  }

  async close(): Promise<void> {
    await this.browser?.close();
    await Promise.all(this.terminals.splice(0).map((terminal) => terminal.kill())); // of a test that failed
    await this.folder.close();
  }

  /** The page with the addresses of this test: of its server, and a free port for each of an application. */
  private async here(): Promise<string> {
    const ports = new Map<string, number>();
    for (const [port] of this.text.matchAll(PORT)) if (!ports.has(port)) ports.set(port, await freePort());
    return this.folder.here(this.text).replaceAll(PORT, (port) => String(ports.get(port)));
  }

  private runnable(shell: string): string {
    const lines = shell.split('\n');
    return lines.map((line) => this.instead[line] ?? line).join('\n');
  }

  private freeTerminal(): Terminal {
    const free = this.terminals.find(({ isBusy }) => !isBusy);
    if (free !== undefined) return free;
    const terminal = this.folder.openTerminal();
    this.terminals.push(terminal);
    return terminal;
  }

  private async sees(text: string): Promise<void> {
    const { page } = this;
    await page
      ?.getByText(text)
      .waitFor()
      .catch(async () => {
        throw new Error(`"${text}" is not on ${page.url()}: ${await page.innerText('body')}`);
      });
  }
}

/** For a command that ends by itself: it prints this, nothing else, and succeeds. */
async function ends(terminal: Terminal, shell: string, shown: string): Promise<void> {
  const code = await terminal.code();
  if (code !== 0 || asShown(terminal.output, shown) !== shown)
    throw new Error(`${shell}\nends with ${code}, and prints, instead of "${shown}": ${terminal.output}`);
}

async function prints(terminal: Terminal, shown: string): Promise<void> {
  await eventually(() => Promise.resolve(hasShown(terminal.output, shown) ? true : null)).catch(() => {
    throw new Error(`instead of "${shown}" the terminal has: ${terminal.output}`);
  });
}
