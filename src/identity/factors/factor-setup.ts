import { Injectable } from '@nestjs/common';
import { toString as drawCode } from 'qrcode';
import { lookOf } from '../../platform/pages/look.js';
import { Clock } from '../../platform/security/clock.js';
import { Authenticators, type FactorOwner } from './authenticators.js';
import { CodeKeys } from './code-keys.js';
import { FirstFactors } from './first-factors.js';
import { codeKeyText, codesUri, stepOf } from './one-time-codes.js';

/** A new key as its page shows it. */
export interface SetupView {
  /** What the form carries: the key, sealed for this account and session. */
  readonly setup: string;
  /** To be typed into an application. */
  readonly keyText: string;
  /** A `data:` URL of an SVG: the QR code. */
  readonly picture: string;
}

/** Who sets it up, in a session where it was shown just now who this is (D253). */
export interface SettingUp extends FactorOwner {
  /** The digest that names the session. */
  readonly session: Buffer;
  /** What the application lists the account as. */
  readonly label: string;
}

/** What the form of a new key carries, and takes. */
interface SetupForm {
  readonly setup: string;
  /** What the application showed. */
  readonly code: string;
  /** Empty where none is needed. */
  readonly setupCode: string;
}

/** at: when the first code was right, which showed the new factor. */
type SetupOutcome =
  { readonly codes: readonly string[]; readonly at: Date } | { readonly problem: SetupProblem };
type SetupProblem = 'codeWrong' | 'setupOver' | 'alreadyProtected';

/** Sets up one-time codes: nothing counts before a first code was right (D243). */
@Injectable()
export class FactorSetup {
  constructor(
    private readonly keys: CodeKeys,
    private readonly authenticators: Authenticators,
    private readonly first: FirstFactors,
    private readonly clock: Clock,
  ) {}

  begin({ accountId, session, label }: SettingUp): Promise<SetupView> {
    const { key, setup } = this.keys.begin(accountId, session);
    return viewOf(key, setup, label);
  }

  /** The same key again, after a wrong code; null: it took too long. */
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
    const codes = await this.first.setUp(by, setupCode, (spend) => {
      const hold: SettingUp['hold'] = async (tx) => {
        const held = await by.hold(tx);
        await spend(tx);
        return held;
      };
      return this.authenticators.add({ ...by, hold }, sealed, step, now);
    });
    return codes ? { codes, at: now } : { problem: 'alreadyProtected' };
  }
}

async function viewOf(key: Buffer, setup: string, label: string): Promise<SetupView> {
  const uri = codesUri(key, lookOf(null).serverName, label);
  const svg = await drawCode(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { setup, keyText: codeKeyText(key), picture };
}
