import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Some lines of a file that follow each other, without the empty ones. */
export interface LineBatch {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** Bytes of the file up to the end of the batch. */
  readonly bytes: number;
}

/** A file in batches that one request takes; it is never in memory as a whole. */
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
