import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository, type EntityManager } from 'typeorm';
import { makeSetupCode } from '../../../identity/factors/setup-code-statements.js';
import type { Long } from '../../../platform/operations/long.js';
import { Clock, DAY } from '../../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../../platform/security/secrets.js';
import { SetupCode } from './setup-code.entity.js';

/** Codes that let whoever reads the server's output make the first administrator; stored as digests. */
@Injectable()
export class SetupCodes {
  constructor(
    @InjectRepository(SetupCode) private readonly codes: Repository<SetupCode>,
    private readonly clock: Clock,
  ) {}

  /** @returns a code that works once and for a day, on every node */
  async issue(): Promise<string> {
    const code = randomSecret();
    const expiresAt = new Date(this.clock.millis() + DAY);
    await this.codes.insert({ digest: digestOf(code), expiresAt });
    return code;
  }

  works(code: string): Promise<boolean> {
    return this.codes.existsBy(this.alive(code));
  }

  /** Uses the code up, and with it those of other nodes. @returns whether it worked; otherwise all stay */
  async spend(tx: EntityManager, code: string): Promise<boolean> {
    const { affected } = await tx.delete(SetupCode, this.alive(code));
    if (affected === 0) return false;
    await tx.createQueryBuilder().delete().from(SetupCode).execute();
    return true;
  }

  /** The same code sets up the second factor of the administrator whom it made, within a day (D322). */
  async handOn(tx: EntityManager, code: string, accountId: Long): Promise<void> {
    await makeSetupCode(tx, accountId, this.clock.now(), code);
  }

  private alive(code: string) {
    return { digest: digestOf(code), expiresAt: MoreThan(this.clock.now()) };
  }
}
