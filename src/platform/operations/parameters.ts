import { invalidParameter } from '../errors/call-error.js';

interface Given {
  readonly value: string;
  readonly isInQuery: boolean;
}

const MAX_ECHO = 64;
/** Parameters that may be given several times, with several values (RFC 8707 §2), by normalized name. */
const REPEATABLE: ReadonlySet<string> = new Set(['resource']);

/** D4: names match case-insensitively, without `_` and without the prefix `a01` of §4.1. */
export function normalizeName(name: string): string {
  const folded = name.toLowerCase().replaceAll('_', '');
  return folded.startsWith('a01') ? folded.slice(3) : folded;
}

/** The parameters of a request, from query and body (D3), by normalized name. */
export class Parameters {
  static readonly NONE = new Parameters();
  private readonly given = new Map<string, Given>();
  private readonly files = new Map<string, Buffer>();
  private readonly conflicting = new Set<string>();
  private readonly repeated = new Map<string, string[]>();
  /** The request's body, if it is itself a file. */
  bodyFile: Buffer | undefined;
  /** Whether any of them was in the query. */
  hasQuery = false;

  add(name: string, value: string, isInQuery: boolean): void {
    const key = normalizeName(name);
    this.hasQuery ||= isInQuery;
    if (REPEATABLE.has(key) && value !== '') {
      const values = this.repeated.get(key) ?? [];
      this.repeated.set(key, values.includes(value) ? values : [...values, value]);
    }
    const earlier = this.given.get(key);
    if (!earlier?.value) this.given.set(key, { value, isInQuery });
    else if (value === '')
      return; // a parameter without a value counts as left out (D87)
    else if (REPEATABLE.has(key))
      return; // each is kept
    else if (earlier.value !== value) this.conflicting.add(name.slice(0, MAX_ECHO));
    else if (isInQuery) this.given.set(key, { value, isInQuery }); // also in the query, where it was exposed
  }

  /** Adds a file part; that of an empty form field is ignored. */
  addFile(name: string, content: Buffer): void {
    const key = normalizeName(name);
    if (this.files.has(key)) this.conflicting.add(name);
    else if (content.length > 0) this.files.set(key, content);
  }

  getFile(names: readonly string[]): Buffer | undefined {
    const name = names.find((candidate) => this.files.has(candidate));
    return name === undefined ? this.bodyFile : this.files.get(name);
  }

  /** @throws CallError invalidParameter naming each parameter that was given twice with different values (D3) */
  requireUnambiguous(): void {
    if (this.conflicting.size === 0) return;
    throw invalidParameter(`Given twice with different values: ${[...this.conflicting].join(', ')}.`);
  }

  /** The value given under any of these normalized names; different values under two of them are refused as in D3. */
  get(names: readonly string[]): string | undefined {
    if (names.length === 1) return this.given.get(names[0])?.value;
    let found: Given | undefined;
    for (const name of names) {
      const given = this.given.get(name);
      if (given === undefined || (given.value === '' && found !== undefined)) continue;
      if (found?.value && found.value !== given.value)
        throw invalidParameter(
          `Given twice with different values: ${names.join(', ')} mean the same parameter.`,
        );
      found = given;
    }
    return found?.value;
  }

  /** All values of a parameter that may be repeated, each once. */
  getAll(names: readonly string[]): readonly string[] {
    return names.flatMap((name) => this.repeated.get(name) ?? []);
  }

  isInQuery(names: readonly string[]): boolean {
    return names.some((name) => this.given.get(name)?.isInQuery === true);
  }
}
