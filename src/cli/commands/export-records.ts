import { closeSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type Context, subcommand } from '../context.js';
import { Failure } from '../failure.js';
import { patiently } from '../patiently.js';
import { openPrivate } from '../private-file.js';
import { Progress } from '../progress.js';

const PAGE_ITEMS = 200;

/** A page of an export, of whichever records. */
interface Page {
  readonly items: readonly object[];
  readonly next: string | null;
  /** On the first page. */
  readonly total: number | null;
}

type Method = 'GET' | 'POST';

/** The commands below `hearth export`. */
export function registerRecordExports(parent: Command, context: Context): void {
  registerAccounts(parent, context);
  registerFamilies(parent, context);
}

function registerAccounts(parent: Command, context: Context): void {
  subcommand(
    parent,
    'accounts',
    'Export all accounts, one JSON object per line, as "hearth import accounts" takes them.',
    {
      'hearth export accounts accounts.ndjson':
        'without passwords: imported, they are pending until they are invited',
      'hearth export accounts --password-hashes accounts.ndjson': 'to move to another server',
    },
  )
    .argument('<file>', 'file to write; only you can read it')
    .option(
      '--password-hashes',
      'with password hashes, so that people keep their passwords; recorded in the audit',
    )
    .action((file: string, { passwordHashes = false }: { passwordHashes?: boolean }) =>
      passwordHashes
        ? new RecordExport(context, file, 'accounts').run('POST', '/accounts/export/password-hashes')
        : new RecordExport(context, file, 'accounts').run('GET', '/accounts/export'),
    );
}

function registerFamilies(parent: Command, context: Context): void {
  subcommand(
    parent,
    'families',
    'Export all families with their members, one JSON object per line, as a bootstrap file has them.',
    {
      'hearth export families families.ndjson': 'members are named by an identifier of their account',
      "jq -s '{families: .}' families.ndjson > bootstrap.json":
        'a bootstrap file that creates them on another server',
    },
  )
    .argument('<file>', 'file to write; only you can read it')
    .action((file: string) => new RecordExport(context, file, 'families').run('GET', '/families/export'));
}

/** Writes a file page by page. It has its name once it is whole, so an interrupted export leaves nothing that looks like one. */
class RecordExport {
  private readonly part: string;
  private count = 0;

  constructor(
    private readonly context: Context,
    private readonly file: string,
    /** "accounts" */
    private readonly what: string,
  ) {
    this.part = `${file}.part`;
  }

  async run(method: Method, path: string): Promise<void> {
    this.requireNew();
    rmSync(this.part, { force: true }); // of an export that was killed
    const { count, seconds } = await this.write(method, path).catch((cause: unknown) => {
      rmSync(this.part, { force: true });
      throw cause;
    });
    this.requireNew();
    renameSync(this.part, this.file);
    const sentence = `${count} ${this.what} in ${seconds} s, written to ${this.file}, which only you can read.`;
    this.context.output.done(sentence, { [this.what]: count, seconds });
  }

  private async write(method: Method, path: string): Promise<{ count: number; seconds: number }> {
    const out = openPrivate(this.part);
    let progress = new Progress(this.context.messages, 0);
    try {
      let after: string | undefined;
      do {
        const { items, next, total }: Page = await this.page(method, path, after);
        if (total !== null) progress = new Progress(this.context.messages, total);
        if (items.length > 0) writeFileSync(out, `${items.map((item) => JSON.stringify(item)).join('\n')}\n`);
        this.count += items.length;
        progress.show(this.count, `${this.count} ${this.what}`);
        after = next ?? undefined;
      } while (after !== undefined);
    } finally {
      progress.end();
      closeSync(out);
    }
    return { count: this.count, seconds: Number(progress.seconds.toFixed(1)) };
  }

  /** A page may be asked for again: nothing changes by it but the audit. */
  private page(method: Method, path: string, after: string | undefined): Promise<Page> {
    const query = { limit: PAGE_ITEMS, after };
    return patiently(async () => (await this.context.api.request(method, path, { query })).body as Page);
  }

  private requireNew(): void {
    if (existsSync(this.file)) throw new Failure(`${this.file} already exists.`, 'usage');
  }
}
