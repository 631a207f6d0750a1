import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string;
  /** Called when its turn has come. */
  readonly content: () => AsyncIterable<string | Buffer>;
}

/** A ZIP archive, made while it is read: no file is ever in memory as a whole. What a file fails with, the archive fails with. */
export function zip(entries: readonly ZipEntry[]): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough;
  archive.on('error', (cause: Error) => output.destroy(cause));
  for (const { name, content } of entries)
    archive.addReadStreamLazy(name, (use) =>
      use(null, Readable.from(content(), { objectMode: false })),
    );
  archive.end();
  return output;
}
