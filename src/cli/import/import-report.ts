import type { ImportedLine } from '../api-types.js';
import { placeText, type Found, type EntryPlace, type ImportSource } from './source.js';

/** As many refusals are shown; all of them are in the file. */
const SHOWN = 10;

/** Counts what happens to each entry, and puts it into words. */
export class ImportReport {
  /** `differing`: those that exist, and lack an identifier of their entry, or repeat another entry. */
  private readonly count = { created: 0, exists: 0, invalid: 0, differing: 0, disabled: 0 };
  /** Accounts that are created, by the kind of their hash; "none" are pending. */
  private readonly passwords: Record<string, number> = {};
  /** By the keys of the source's `left`. */
  private readonly left: Record<string, number> = {};
  private readonly refusals: string[] = [];

  constructor(
    private readonly source: ImportSource,
    private readonly isDryRun: boolean,
  ) {}

  noteLeft({ left }: Found): void {
    for (const each of left) add(this.left, each);
  }

  note(
    account: unknown,
    { result, message }: Pick<ImportedLine, 'result' | 'message'>,
    place: EntryPlace,
  ): void {
    this.count[result]++;
    if (result === 'invalid' && this.refusals.length < SHOWN)
      this.refusals.push(`${placeText(place)}: ${message}`);
    if (result === 'exists' && message !== undefined) this.count.differing++;
    if (result !== 'created') return;
    const { passwordHash, isDisabled } = account as { passwordHash?: unknown; isDisabled?: unknown };
    add(this.passwords, kindOf(passwordHash));
    if (isDisabled === true) this.count.disabled++;
  }

  /** What the import did, or would do. */
  get counts() {
    const { invalid: refused, ...count } = this.count;
    return { ...count, refused, passwords: this.passwords, left: this.left };
  }

  /** For the progress bar, and the first sentence. */
  get summary(): string {
    const { created, exists, invalid } = this.count;
    return this.isDryRun
      ? `${created} to create, ${exists} already exist, ${invalid} to be refused`
      : `${created} created, ${exists} already existed, ${invalid} refused`;
  }

  /** The sentences below the summary. */
  get details(): string[] {
    const { disabled, differing, invalid } = this.count;
    const { none, ...hashed } = this.passwords;
    const kinds = Object.entries(hashed).map(([kind, many]) => `${many} ${kind}`);
    const left = Object.entries(this.source.left).filter(([key]) => this.left[key] > 0);
    return [
      ...(kinds.length > 0 ? [`Password hashes: ${kinds.join(', ')}.`] : []),
      ...(none > 0 ? [`Without a password, pending until invited: ${none}.`] : []),
      ...(disabled > 0 ? [`Disabled: ${disabled}.`] : []),
      ...(differing > 0 ? [`Already exist, but without all identifiers of their entry: ${differing}.`] : []),
      ...(left.length > 0 ? ['Left out (accounts):'] : []),
      ...left.map(([key, what]) => `  ${this.left[key]}  ${what}`),
      ...this.refusals.map((each) => `Refused, ${each}`),
      ...(invalid > SHOWN ? [`… and ${invalid - SHOWN} more.`] : []),
    ];
  }
}

/** The kind of a hash by its beginning, such as "bcrypt" or "pbkdf2-sha512". */
function kindOf(hash: unknown): string {
  if (typeof hash !== 'string') return 'none';
  return /^\$2[aby]\$/.test(hash) ? 'bcrypt' : (/[a-z][a-z0-9-]*/.exec(hash)?.[0] ?? 'other');
}

function add(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
