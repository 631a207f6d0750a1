import { createReadStream } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  BREACH_FILE_NAME,
  BUCKETS,
  bucketOf,
  ENTRY_BYTES,
  HEADER_BYTES,
  INDEX_BYTES,
  MOST_ENTRIES,
} from '../platform/security/breach-format.js';
import { Failure } from './failure.js';

const LINE = /^([0-9A-F]{40})(?::(\d+))?$/i;
const HEX_OF_ENTRY = ENTRY_BYTES * 2;
const ENTRIES_AT_ONCE = 65_536;

/** What was read and written so far. */
export interface Built {
  readonly lines: number;
  readonly entries: number;
  /** Read of the download. */
  readonly bytes: number;
}

interface Asked {
  /** The download: lines such as `000000005AD76BD555C1D6D771DE417A4B87E4B4:10`, sorted. */
  readonly from: string;
  readonly to: string;
  /** Passwords that were seen less often are left out; a line without a number counts as one. */
  readonly minCount: number;
  readonly show: (built: Built) => void;
}

/**
 * Makes the file that PASSWORD_BREACHES_FILE names, in a file beside it that takes its place when it is whole. Nothing
 * of it is kept in memory but the index.
 * @throws Failure naming the line that is wrong
 */
export async function buildBreachList({ from, to, minCount, show }: Asked): Promise<Built> {
  const unfinished = `${to}.unfinished`;
  const file = await open(unfinished, 'w');
  try {
    const writer = new Writer(file);
    let [lines, bytes] = [0, 0];
    for await (const text of linesOf(createReadStream(from, { highWaterMark: 1 << 20 }))) {
      lines++;
      bytes += text.length + 1;
      const line = text.endsWith('\r') ? text.slice(0, -1) : text;
      if (line !== '') {
        const [, digest, count = '1'] = LINE.exec(line) ?? [];
        if (digest === undefined)
          throw new Failure(
            `${from}, line ${lines}: expected a SHA-1 in hex and how often it was seen, such as 000000005AD76BD555C1D6D771DE417A4B87E4B4:10.`,
          );
        if (Number(count) >= minCount && !writer.take(digest))
          throw new Failure(
            `${from}, line ${lines}: the lines must be sorted, for instance by: LC_ALL=C sort`,
          );
      }
      if (writer.isFull) {
        await writer.flush();
        show({ lines, entries: writer.entries, bytes });
      }
    }
    await writer.end();
    await rename(unfinished, to);
    return { lines, entries: writer.entries, bytes };
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw cause;
  } finally {
    await file.close();
  }
}

/** Reads lines like readline in a fraction of the time: there may be a billion. */
async function* linesOf(stream: Readable): AsyncGenerator<string, void, void> {
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

class Writer {
  entries = 0;
  private waiting = 0;
  private readonly buffer = Buffer.alloc(ENTRIES_AT_ONCE * ENTRY_BYTES);
  private readonly index = Buffer.alloc(INDEX_BYTES);
  private buckets = 0;
  private last = '';

  constructor(private readonly file: FileHandle) {}

  get isFull(): boolean {
    return this.waiting === ENTRIES_AT_ONCE;
  }

  /** @returns false: it belongs before the last one */
  take(digest: string): boolean {
    const hex = digest.slice(0, HEX_OF_ENTRY).toUpperCase();
    if (hex < this.last) return false;
    if (hex === this.last) return true;
    if (this.entries === MOST_ENTRIES)
      throw new Failure(`More than ${MOST_ENTRIES} passwords: raise --min-count.`);
    this.last = hex;
    const entry = this.buffer.subarray(this.waiting * ENTRY_BYTES, ++this.waiting * ENTRY_BYTES);
    entry.write(hex, 'hex');
    this.beginBuckets(bucketOf(entry));
    this.entries++;
    return true;
  }

  async flush(): Promise<void> {
    const [length, before] = [this.waiting * ENTRY_BYTES, (this.entries - this.waiting) * ENTRY_BYTES];
    await this.file.write(this.buffer, 0, length, HEADER_BYTES + INDEX_BYTES + before);
    this.waiting = 0;
  }

  async end(): Promise<void> {
    await this.flush();
    this.beginBuckets(BUCKETS);
    const header = Buffer.alloc(HEADER_BYTES);
    BREACH_FILE_NAME.copy(header);
    header.writeBigUInt64BE(BigInt(this.entries), BREACH_FILE_NAME.length);
    await this.file.write(Buffer.concat([header, this.index]), 0, HEADER_BYTES + INDEX_BYTES, 0);
    await this.file.sync();
  }

  /** All buckets up to this one begin here, also empty ones. */
  private beginBuckets(last: number): void {
    for (; this.buckets <= last; this.buckets++) this.index.writeUInt32BE(this.entries, this.buckets * 4);
  }
}
