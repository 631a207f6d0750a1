import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Consecutive lines of a file, without empty ones. */
export interface LineBatch {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** Bytes of the file up to the end of this batch. */
  readonly bytes: number;
}

/** Splits a file into batches of one request each, without ever having all of it in memory. */
export async function* lineBatches(
  file: string,
  most: { readonly lines: number; readonly bytes: number },
): AsyncGenerator<LineBatch, void, void> {
  let lines: { number: number; text: string }[] = [];
  let [number, bytes, size] = [0, 0, 0];
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const length = Buffer.byteLength(text) + 1;
    number++;
    if (text.trim() !== '') {
      if (lines.length > 0 && (lines.length === most.lines || size + length > most.bytes)) {
        yield { lines, bytes };
        [lines, size] = [[], 0];
      }
      lines.push({ number, text: text.trim() });
      size += length;
    }
    bytes += length;
  }
  if (lines.length > 0) yield { lines, bytes };
}
