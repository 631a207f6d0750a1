import { bodyOf } from '../requests/render.js';
import {
  WHOLE,
  type Content,
  type FuzzRequest,
  type Pair,
  type Part,
  type Raw,
  type Structured,
} from '../requests/request.js';
import { ddmin } from './ddmin.js';

/** Whether a smaller request still shows the fault. */
type Fails = (request: FuzzRequest) => Promise<boolean>;

const ROUNDS = 3;

/** The smallest request that still fails: removes parts, then shortens values, as long as the fault remains. */
export async function shrinkRequest(request: FuzzRequest, fails: Fails): Promise<FuzzRequest> {
  return request.kind === 'raw' ? shrinkRaw(request, fails) : new RequestShrinker(request, fails).shrink();
}

async function shrinkRaw(request: Raw, fails: Fails): Promise<Raw> {
  const bytes = await shrinkBytes(request.bytes, (smaller) => fails({ ...request, bytes: smaller }));
  return { ...request, bytes };
}

/** By lines first, then by bytes. */
async function shrinkBytes(bytes: Buffer, fails: (bytes: Buffer) => Promise<boolean>): Promise<Buffer> {
  const lines = bytes.toString('latin1').split(/(?<=\n)/);
  const joined = (parts: readonly string[]): Buffer => Buffer.from(parts.join(''), 'latin1');
  const fewer = joined(await ddmin(lines, (kept) => fails(joined(kept))));
  return joined(await ddmin([...fewer.toString('latin1')], (kept) => fails(joined(kept))));
}

class RequestShrinker {
  constructor(
    private request: Structured,
    private readonly fails: Fails,
  ) {}

  async shrink(): Promise<Structured> {
    for (let round = 0; round < ROUNDS; round++) {
      const before = JSON.stringify(this.request);
      await this.simplify();
      await this.shrinkHeaders();
      await this.shrinkQuery();
      await this.shrinkContent();
      if (JSON.stringify(this.request) === before) break;
    }
    return this.request;
  }

  /** Keeps the change if the fault remains. */
  private async attempt(change: Partial<Structured>): Promise<boolean> {
    const smaller = { ...this.request, ...change };
    if (!(await this.fails(smaller))) return false;
    this.request = smaller;
    return true;
  }

  private async simplify(): Promise<void> {
    const { delivery, content, mac, method } = this.request;
    if (delivery.kind !== 'whole') await this.attempt({ delivery: WHOLE });
    if (mac) await this.attempt({ mac: null });
    if (content !== null && (await this.attempt({ content: null }))) return;
    const plain = content === null ? 'GET' : 'POST';
    if (method !== plain) await this.attempt({ method: plain });
  }

  private async shrinkHeaders(): Promise<void> {
    const headers = await ddmin(this.request.headers, (kept) =>
      this.fails({ ...this.request, headers: kept }),
    );
    this.request = { ...this.request, headers };
    for (const pair of headers)
      await this.shorten(pair, (shorter) => ({ headers: replaced(this.request.headers, pair, shorter) }));
  }

  private async shrinkQuery(): Promise<void> {
    const query = await ddmin(this.request.query, (kept) => this.fails({ ...this.request, query: kept }));
    this.request = { ...this.request, query };
    for (const pair of query)
      await this.shorten(pair, (shorter) => ({ query: replaced(this.request.query, pair, shorter) }));
  }

  private async shrinkContent(): Promise<void> {
    const { content } = this.request;
    switch (content?.kind) {
      case undefined:
        return;
      case 'form':
        return this.shrinkFields(content.fields);
      case 'multipart':
        return this.shrinkParts(content);
      case 'json':
        return this.shrinkJson(content.value);
      case 'bytes':
        return this.shrinkBytes();
    }
  }

  private async shrinkFields(all: readonly Pair[]): Promise<void> {
    const contentOf = (fields: readonly Pair[]): Content => ({ kind: 'form', fields });
    const fields = await ddmin(all, (kept) => this.fails({ ...this.request, content: contentOf(kept) }));
    this.request = { ...this.request, content: contentOf(fields) };
    let now = fields;
    for (const pair of fields)
      await this.shorten(pair, (shorter) => {
        now = replaced(fields, pair, shorter);
        return { content: contentOf(now) };
      });
  }

  private async shrinkParts(content: Extract<Content, { kind: 'multipart' }>): Promise<void> {
    const contentOf = (parts: readonly Part[]): Content => ({ ...content, parts });
    let parts = await ddmin(content.parts, (kept) =>
      this.fails({ ...this.request, content: contentOf(kept) }),
    );
    this.request = { ...this.request, content: contentOf(parts) };
    for (let i = 0; i < parts.length; i++) {
      const { name, value } = parts[i];
      for (const simpler of [
        { name, value: '' },
        { name, value },
        { ...parts[i], value: '' },
      ]) {
        const tried = parts.with(i, simpler);
        if (!(await this.attempt({ content: contentOf(tried) }))) continue;
        parts = tried;
        break;
      }
    }
  }

  /** Removes branches or replaces them by null, from the top down. */
  private async shrinkJson(whole: unknown): Promise<void> {
    for (const smaller of smallerJson(whole)) {
      if (!(await this.attempt({ content: { kind: 'json', value: smaller } }))) continue;
      return this.shrinkJson(smaller);
    }
  }

  private async shrinkBytes(): Promise<void> {
    const bytes = await shrinkBytes(bodyOf(this.request.content), (smaller) =>
      this.fails({ ...this.request, content: { kind: 'bytes', bytes: smaller } }),
    );
    this.request = { ...this.request, content: { kind: 'bytes', bytes } };
  }

  /** Shortens a value by halves, from its end and its beginning. */
  private async shorten([name, value]: Pair, changed: (pair: Pair) => Partial<Structured>): Promise<void> {
    let shortest = value;
    for (let size = Math.ceil(shortest.length / 2); size > 0 && shortest.length > 1;) {
      const tries = [shortest.slice(0, -size), shortest.slice(size)];
      const found = await this.firstThat(tries, (text) => this.attempt(changed([name, text])));
      if (found === null) size = Math.floor(size / 2);
      else shortest = found;
      size = Math.min(size, Math.ceil(shortest.length / 2));
    }
  }

  private async firstThat(
    texts: readonly string[],
    works: (text: string) => Promise<boolean>,
  ): Promise<string | null> {
    for (const text of texts) if (await works(text)) return text;
    return null;
  }
}

/** Matches by name: the value may have changed meanwhile. */
function replaced(pairs: readonly Pair[], [name]: Pair, by: Pair): Pair[] {
  const at = pairs.findIndex(([own]) => own === name);
  return pairs.map((pair, i) => (i === at ? by : pair));
}

function* smallerJson(value: unknown): Generator<unknown> {
  if (typeof value === 'string' && value.length > 0) {
    yield '';
    if (value.length > 1) yield value.slice(0, value.length >> 1);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  yield Array.isArray(value) ? [] : {};
  const entries = Object.entries(value);
  const rebuilt = (kept: [string, unknown][]): unknown =>
    Array.isArray(value) ? kept.map(([, one]) => one) : Object.fromEntries(kept);
  for (let i = 0; i < entries.length; i++) yield rebuilt(entries.filter((_, j) => j !== i));
  for (let i = 0; i < entries.length; i++)
    for (const smaller of smallerJson(entries[i][1]))
      yield rebuilt(entries.with(i, [entries[i][0], smaller]));
}
