import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { jsonIn } from '../checks/sound-json.js';
import { makeDataFolder } from '../config/data-folder.js';
import { randomSecret } from '../security/secrets.js';
import { SettingsError } from '../config/settings-error.js';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Distinguishes a restarted process with the same pid from the one that wrote the file. */
  readonly nonce: string;
}

/**
 * Allows one process per embedded database: two would both open it and destroy data without an error. The file names
 * its holder; the lock of a dead process is taken over, one of another machine never.
 * @throws SettingsError when another process holds the folder
 */
export class DataFolderLock {
  private readonly path: string;
  private readonly mine: Holder = { pid: process.pid, host: hostname(), nonce: randomSecret() };

  constructor(private readonly folder: string) {
    this.path = join(folder, 'hearth.lock');
  }

  acquire(): void {
    makeDataFolder(this.folder);
    while (!this.tryCreate()) this.removeIfStale();
  }

  release(): void {
    if (this.read()?.nonce === this.mine.nonce) rmSync(this.path, { force: true });
  }

  /** Linking a complete file is atomic: nobody ever reads a partial lock. */
  private tryCreate(): boolean {
    const draft = `${this.path}.${this.mine.nonce}`;
    writeFileSync(draft, JSON.stringify(this.mine), { mode: 0o600 });
    try {
      linkSync(draft, this.path);
      return true;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw cause;
    } finally {
      rmSync(draft, { force: true });
    }
  }

  private removeIfStale(): void {
    const holder = this.read();
    if (!holder) return; // released meanwhile
    if (holder.host !== this.mine.host) {
      throw new SettingsError(
        `DATA_DIR ${this.folder} is in use by a process on ${holder.host}. If that machine is gone for good, delete ${this.path}.`,
      );
    }
    if (holder.pid !== 0 && holder.pid !== process.pid && isAlive(holder.pid)) {
      throw new SettingsError(
        `DATA_DIR ${this.folder} is in use by process ${holder.pid}. Stop it, or set another DATA_DIR; several servers need DATABASE_URL.`,
      );
    }
    // Renamed first: of several processes that found it stale one wins, and none removes a new lock.
    const aside = `${this.path}.stale.${this.mine.nonce}`;
    try {
      renameSync(this.path, aside);
    } catch {
      return; // another process was faster
    }
    const text = readFileSync(aside, 'utf8');
    if (((jsonIn(text) as Holder | null)?.nonce ?? text) !== holder.nonce) linkSync(aside, this.path);
    rmSync(aside, { force: true });
  }

  /** null when there is no lock. An unreadable one (from a power failure during the write) has no living holder. */
  private read(): Holder | null {
    let text: string;
    try {
      text = readFileSync(this.path, 'utf8');
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new SettingsError(
        `DATA_DIR ${this.folder} has a lock that can't be read, ${this.path}: ${(cause as Error).message}`,
      );
    }
    return (jsonIn(text) as Holder | null) ?? { pid: 0, host: this.mine.host, nonce: text };
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
