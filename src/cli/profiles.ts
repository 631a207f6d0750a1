import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.js';

/** A sign-in of a person or a client. Never contains a password or a client's secret. */
export interface StoredProfile {
  readonly url: string;
  /** The session cookie of an account, as name=value. */
  readonly cookie?: string;
  readonly clientId?: string;
  readonly accessToken?: string;
}

type Saved = Record<string, StoredProfile>;

/** The profiles of this user, in a file that nobody else can read. */
export class Profiles {
  private readonly file: string;

  constructor(private readonly folder: string) {
    this.file = join(folder, 'profiles.json');
  }

  find(name: string): StoredProfile | null {
    const saved = this.read();
    return Object.hasOwn(saved, name) ? saved[name] : null;
  }

  save(name: string, profile: StoredProfile): void {
    this.write({ ...this.read(), [name]: profile });
  }

  /** Keeps the URL, so that the next sign-in does not need it. */
  signOut(name: string): void {
    const profile = this.find(name);
    if (profile) this.save(name, { url: profile.url });
  }

  private read(): Saved {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as Saved;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw new Failure(
        `${this.file} cannot be read: ${(cause as Error).message}. Delete it and sign in again.`,
      );
    }
  }

  /** Writes to a temporary file and renames it: an interrupted run leaves the file unchanged. */
  private write(profiles: Saved): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const unfinished = `${this.file}.${process.pid}`;
    try {
      writeFileSync(unfinished, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
      renameSync(unfinished, this.file);
    } catch (cause) {
      rmSync(unfinished, { force: true });
      throw new Failure(`${this.file} cannot be written: ${(cause as Error).message}`);
    }
  }
}
