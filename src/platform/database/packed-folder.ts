import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The content of each file by its path in the folder; null for a folder, since PostgreSQL needs empty ones too. */
type Packed = ReadonlyMap<string, Uint8Array | null>;

/** Packs what is in a folder. */
export function packFolder(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const packed: Packed = new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), entry.isDirectory() ? null : readFileSync(path)];
    }),
  );
  return gzipSync(serialize(packed));
}

/** Makes a folder of what was packed: all of it or, when the process is killed meanwhile, none. */
export function unpackFolder(packed: Buffer, folder: string): void {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const entries = deserialize(gunzipSync(packed)) as Packed;
  for (const [path, content] of entries) {
    if (content === null) mkdirSync(join(unfinished, path), { recursive: true });
    else writeFileSync(join(unfinished, path), content);
  }
  renameSync(unfinished, folder);
}

/** Unpacks where there is no folder yet, if there is something packed. */
export function unpackOnce(from: string, folder: string): void {
  if (!existsSync(folder) && existsSync(from)) unpackFolder(readFileSync(from), folder);
}
