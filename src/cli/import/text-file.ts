import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Failure } from '../failure.js';

/** Longer lines belong to no account: most likely the file is no file of lines. In characters. */
const LONGEST_LINE = 1_000_000;
const GZIP = [0x1f, 0x8b];

/** @throws Failure unless there is a file of this name */
export function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new Failure(`File not found: ${file}.`, 'usage');
  if (found.isDirectory()) throw new Failure(`${file} is a folder: name the file.`, 'usage');
}

/** Reads a file of UTF-8 part by part, without a byte order mark. @throws Failure if it is something else */
export async function* fileText(file: string): AsyncGenerator<string, void, void> {
  requireFile(file);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  for await (const bytes of partsOf(file)) {
    if (isFirst && GZIP.every((byte, index) => bytes[index] === byte))
      throw new Failure(`${file} is compressed. Unpack it first: gunzip ${basename(file)}`);
    isFirst = false;
    yield decoded(file, () => decoder.decode(bytes, { stream: true }));
  }
  yield decoded(file, () => decoder.decode());
}

/** Reads the lines of a file, numbered as an editor does, without their ends. */
export async function* fileLines(
  file: string,
): AsyncGenerator<{ readonly line: number; readonly text: string }, void, void> {
  let [line, rest] = [0, ''];
  for await (const part of fileText(file)) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() as string;
    for (const text of lines) yield { line: ++line, text };
    if (rest.length > LONGEST_LINE)
      throw new Failure(
        `Line ${line + 1} of ${file} is longer than ${LONGEST_LINE} characters: is each account on a line of its own?`,
      );
  }
  if (rest !== '') yield { line: ++line, text: rest };
}

async function* partsOf(file: string): AsyncGenerator<Buffer, void, void> {
  try {
    yield* createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new Failure(`Can't read ${file}: ${(cause as Error).message}`);
  }
}

function decoded(file: string, decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new Failure(
      `${file} is not UTF-8. Convert it first: iconv -f UTF-16 -t UTF-8, or the encoding it has.`,
    );
  }
}
