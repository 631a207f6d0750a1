import { open, type FileHandle } from 'node:fs/promises';
import { SettingsError } from '../../platform/config/settings-error.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import {
  breachDigest,
  BREACH_FILE_NAME,
  bucketOf,
  ENTRY_BYTES,
  HEADER_BYTES,
  INDEX_BYTES,
} from '../../platform/security/breach-format.js';

/** Looks passwords up in PASSWORD_BREACHES_FILE: two reads for each, and nothing of the file in memory (D241). */
export class BreachedPasswords {
  private constructor(
    private readonly file: FileHandle,
    private readonly entries: number,
  ) {}

  /** @throws SettingsError if it can't be read, or is not what `hearth passwords build` writes */
  static async open(path: string): Promise<BreachedPasswords> {
    const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
      throw new SettingsError(`PASSWORD_BREACHES_FILE ${path} can't be read: ${cause.code}.`);
    });
    try {
      const { size } = await file.stat();
      const header = Buffer.alloc(HEADER_BYTES);
      await file.read(header, 0, HEADER_BYTES, 0);
      if (!header.subarray(0, BREACH_FILE_NAME.length).equals(BREACH_FILE_NAME))
        throw new SettingsError(
          `PASSWORD_BREACHES_FILE ${path} is no list of passwords: make one with \`hearth passwords build\`.`,
        );
      const entries = Number(header.readBigUInt64BE(BREACH_FILE_NAME.length));
      if (size !== HEADER_BYTES + INDEX_BYTES + entries * ENTRY_BYTES)
        throw new SettingsError(
          `PASSWORD_BREACHES_FILE ${path} is not whole: copy it again, or make it with \`hearth passwords build\`.`,
        );
      return new BreachedPasswords(file, entries);
    } catch (cause) {
      await file.close();
      throw cause;
    }
  }

  /** @throws CallError unavailable if the file can't be read any more: then no new password is taken */
  async has(password: string): Promise<boolean> {
    const digest = breachDigest(password);
    const bounds = await this.read(HEADER_BYTES + bucketOf(digest) * 4, 8);
    const [first, end] = [bounds.readUInt32BE(0), bounds.readUInt32BE(4)];
    if (first > end || end > this.entries) throw new CallError(Errors.unavailable);
    const bucket = await this.read(
      HEADER_BYTES + INDEX_BYTES + first * ENTRY_BYTES,
      (end - first) * ENTRY_BYTES,
    );
    return isAmong(digest.subarray(0, ENTRY_BYTES), bucket);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async read(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    if (length === 0) return buffer;
    const { bytesRead } = await this.file.read(buffer, 0, length, position).catch((cause: unknown) => {
      throw new CallError(Errors.unavailable, {}, { cause });
    });
    if (bytesRead !== length) throw new CallError(Errors.unavailable);
    return buffer;
  }
}

/** Binary search. */
function isAmong(entry: Buffer, bucket: Buffer): boolean {
  let [low, high] = [0, bucket.length / ENTRY_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = bucket.compare(entry, 0, ENTRY_BYTES, middle * ENTRY_BYTES, (middle + 1) * ENTRY_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
