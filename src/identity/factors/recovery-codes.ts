import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Clock } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import type { Long } from '../../platform/operations/long.js';
import { newTypedCode, plainTypedCode } from './typed-code.js';
import { RecoveryCode } from './recovery-code.entity.js';

const HOW_MANY = 10;

/** Ten codes of an account that work without its authenticator application, each once. */
@Injectable()
export class RecoveryCodes {
  constructor(
    @InjectRepository(RecoveryCode) private readonly codes: Repository<RecoveryCode>,
    private readonly clock: Clock,
  ) {}

  /** Replaces those there are. @returns the new ones, which nobody can show again */
  async make(tx: EntityManager, accountId: Long): Promise<string[]> {
    await this.endAll(tx, accountId);
    const codes = Array.from({ length: HOW_MANY }, newTypedCode);
    const createdAt = this.clock.now();
    await tx.insert(
      RecoveryCode,
      codes.map((code) => ({ accountId, digest: keptOf(code), createdAt })),
    );
    return codes;
  }

  left(accountId: Long): Promise<number> {
    return this.codes.countBy({ accountId });
  }

  /** Uses one up: of two at once one succeeds. */
  async spend(tx: EntityManager, accountId: Long, typed: string): Promise<boolean> {
    const { affected } = await tx.delete(RecoveryCode, { accountId, digest: keptOf(typed) });
    return affected === 1;
  }

  async endAll(tx: EntityManager, accountId: Long): Promise<void> {
    await tx.delete(RecoveryCode, { accountId });
  }
}

function keptOf(code: string): Buffer {
  return digestOf(plainTypedCode(code));
}
