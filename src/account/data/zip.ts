import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string;
  /** Called when the archive reaches the file. */
  readonly content: () => AsyncIterable<string | Buffer>;
}

/** Makes a ZIP archive while it is read, so no whole file is in memory. An error of a file is an error of the archive. */
export function zip(entries: readonly ZipEntry[]): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough;
  archive.on('error', (cause: Error) => output.destroy(cause));
  for (const { name, content } of entries)
    archive.addReadStreamLazy(name, (use) => use(null, Readable.from(content(), { objectMode: false })));
  archive.end();
  return output;
}
