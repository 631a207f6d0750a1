import { Injectable } from '@nestjs/common';
import { toString as drawCode } from 'qrcode';
import { IsNull } from 'typeorm';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { insertNew } from '../../platform/database/insert-new.js';
import { lookOf } from '../../platform/pages/look.js';
import { Clock } from '../../platform/security/clock.js';
import { Remedies } from '../accounts/remedies.js';
import { Notices } from '../notifications/notices.js';
import type { AddingOwner } from '../passkeys/passkeys.js';
import { CodeKeys } from './code-keys.js';
import { FirstFactors, type Spend } from './first-factors.js';
import { codeKeyText, codesUri, stepOf } from './one-time-codes.js';
import { makeRecoveryCodes } from './recovery-codes.js';
import { Totp } from './totp.entity.js';

/** A new key as its page shows it. */
export interface SetupView {
  /** What the form carries: the key, sealed for this account and session. */
  readonly setup: string;
  /** The key as text, to type into an application. */
  readonly keyText: string;
  /** A `data:` URL of an SVG: the QR code. */
  readonly picture: string;
  /** The content of the QR code, which opens an application on the same device. */
  readonly uri: string;
}

/** A person who sets codes up, in a session with a recent proof of who they are (D253). */
export interface SettingUp extends AddingOwner {
  /** The name of the account in the application. */
  readonly label: string;
}

/** The fields of the form for a new key. */
interface SetupForm {
  readonly setup: string;
  /** The code that the application showed. */
  readonly code: string;
  /** Empty if none is needed. */
  readonly setupCode: string;
}

/** The time step of a first code that was right, and the sealed key. */
interface RightCode {
  readonly sealed: Buffer;
  readonly step: number;
  readonly now: Date;
}

/** at: when the first code was right, which showed the new factor. */
type SetupOutcome =
  { readonly codes: readonly string[]; readonly at: Date } | { readonly problem: SetupProblem };
type SetupProblem = 'codeWrong' | 'setupOver' | 'alreadyProtected';

/** Sets up one-time codes: nothing is stored before a first code was right (D243). */
@Injectable()
export class FactorSetup {
  constructor(
    private readonly keys: CodeKeys,
    private readonly first: FirstFactors,
    private readonly database: Database,
    private readonly remedies: Remedies,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  begin({ accountId, session, label }: SettingUp): Promise<SetupView> {
    const { key, setup } = this.keys.begin(accountId, session);
    return viewOf(key, setup, label);
  }

  /** Shows the key again, after a wrong code; null: it expired. */
  async again({ accountId, session, label }: SettingUp, setup: string): Promise<SetupView | null> {
    const key = this.keys.read(accountId, session, setup);
    return key && viewOf(key, setup, label);
  }

  /**
   * @param setupCode for the first factor of an account with a role (D322)
   * @throws BudgetSpent; SetupCodeWrong; CallError tooManyAttempts
   */
  async confirm(by: SettingUp, { setup, code, setupCode }: SetupForm): Promise<SetupOutcome> {
    const { accountId, session } = by;
    const key = this.keys.read(accountId, session, setup);
    if (!key) return { problem: 'setupOver' };
    const now = this.clock.now();
    const step = stepOf(key, code, now);
    if (step === null) return { problem: 'codeWrong' };
    const sealed = this.keys.seal(accountId, key);
    const codes = await this.first.setUp(by, setupCode, (spend) =>
      this.add(by, { sealed, step, now }, spend),
    );
    return codes ? { codes, at: now } : { problem: 'alreadyProtected' };
  }

  /**
   * Adds an application whose first code was right; what is signed in elsewhere by a password only ends. Of two concurrent
   * requests one succeeds.
   * @returns the recovery codes; null: the account has an application already
   */
  private add(by: SettingUp, { sealed, step, now }: RightCode, spend: Spend): Promise<string[] | null> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      const { signInId } = await by.hold(tx);
      await spend(tx);
      await tx.delete(Totp, { accountId, confirmedAt: IsNull() });
      const row = { accountId, signInId, sealed, createdAt: now, confirmedAt: now, lastStep: String(step) };
      if ((await insertNew(tx, Totp, row, 'account_id')) === null) return null;
      const codes = await makeRecoveryCodes(tx, accountId, now);
      await this.remedies.apply(tx, 'addFactor', accountId, by.browser);
      await this.notices.add(tx, accountId, { kind: 'secondFactorAdded', made: { signInId } });
      await this.audit.record({ action: 'second-factor.added', outcome: 'ok', accountId, address }, tx);
      return codes;
    });
  }
}

async function viewOf(key: Buffer, setup: string, label: string): Promise<SetupView> {
  const uri = codesUri(key, lookOf(null).serverName, label);
  const svg = await drawCode(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { setup, keyText: codeKeyText(key), picture, uri };
}
