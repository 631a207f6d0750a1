import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { KeyedDigests } from '../../platform/security/keyed-digests.js';
import { plainPassword } from '../../platform/security/typed.js';
import { AppLog } from '../../platform/telemetry/log.js';

const RECOGNIZE = {
  name: 'client-secret-recognized',
  text: 'UPDATE client_secret SET recognition = $2 WHERE id = $1',
};

/** A secret of a client with its keyed digest; null: it was not verified yet. */
interface Recognizable {
  readonly id: string;
  readonly recognition: Buffer | null;
}

interface Owner {
  readonly id: Long;
}

/** Recognizes client secrets that were verified before, by a keyed digest instead of bcrypt, on every node (D164). */
@Injectable()
export class SecretRecognition {
  private readonly digests: KeyedDigests;
  /**
   * Recognitions with an older key that were renewed with the newest; only once each, since nodes may order their keys
   * differently.
   */
  private readonly renewed = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    config: AppConfig,
    private readonly log: AppLog,
  ) {
    this.digests = new KeyedDigests(config.masterKeys, 'client secret');
  }

  recognizes({ id, recognition }: Recognizable, plain: string): boolean {
    return recognition !== null && this.digests.isOf(recognition, boundTo(id, plain));
  }

  /** Stores the recognition of a secret that was verified, for every node. */
  async keep({ id }: Owner, secret: Recognizable, plain: string): Promise<void> {
    const values = [secret.id, this.digests.make(boundTo(secret.id, plain))];
    await this.changes.publishWith(this.database.query(RECOGNIZE, values), `client:${id}`);
  }

  /** Renews a recognition with an older key, in the background: the older key is still listed until it is done. */
  renewIfOld(owner: Owner, secret: Recognizable, plain: string): void {
    const { recognition } = secret;
    if (recognition === null || this.digests.isNewest(recognition) || this.renewed.has(secret.id)) return;
    this.renewed.add(secret.id);
    this.keep(owner, secret, plain).catch((cause: unknown) => {
      this.renewed.delete(secret.id);
      this.log.pino.warn({ cause: String(cause) }, 'a client secret is still recognized by an older key');
    });
  }
}

/** Binds the digest to the secret's row, so that it is valid for no other; in whatever spelling the secret came (D371). */
function boundTo(secretId: string, plain: string): string {
  return `${secretId} ${plainPassword(plain)}`;
}
