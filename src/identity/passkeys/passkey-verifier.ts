import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import { PasskeyThrottle, type FoundPasskey } from './passkey-throttle.js';
import {
  PasskeyChallenges,
  PATIENCE_MS,
  type OpenChallenge,
  type PasskeyPurpose,
} from './passkey-challenges.js';
import { PasskeyRefused } from './passkey-refused.js';
import { PasskeyUses, type Signed, type UsedFrom } from './passkey-uses.js';
import { RelyingParty } from './relying-party.js';
import { challengeIn, readSentPasskey } from './sent-passkey.js';

/** An answer of a browser to a challenge, as the page's script sent it, and what it has to fit. */
interface PasskeyAttempt extends UsedFrom {
  readonly text: string;
  readonly purpose: Exclude<PasskeyPurpose, 'add'>;
  /** Digests of the browser's cookies: the challenge was made for one of them. */
  readonly browsers: readonly Buffer[];
  /** The only account whose passkey is meant; absent: any. */
  readonly accountId?: Long;
}

/** Who signed by a passkey. */
interface ByPasskey {
  readonly accountId: Long;
  /** Recognizes the password that the account had then; null: it has none. */
  readonly mark: string | null;
}

/** Checks passkeys, for every page that signs in. */
@Injectable()
export class PasskeyVerifier {
  constructor(
    private readonly party: RelyingParty,
    private readonly challenges: PasskeyChallenges,
    private readonly throttle: PasskeyThrottle,
    private readonly uses: PasskeyUses,
    private readonly audit: AuditLog,
  ) {}

  /** What the browser is asked for: any passkey of this site that it knows, with user verification. */
  async options(
    purpose: PasskeyAttempt['purpose'],
    browser: Buffer,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    return generateAuthenticationOptions({
      rpID: this.party.requiredId,
      challenge: this.challenges.make(purpose, browser),
      userVerification: 'required',
      timeout: PATIENCE_MS,
    });
  }

  /**
   * The account of the passkey, and what recognizes its password now: one that is replaced meanwhile ends what follows.
   * @throws PasskeyRefused, whatever is wrong with it; DeletionPending; CallError
   * tooManyAttempts, unavailable
   */
  async verify(attempt: PasskeyAttempt): Promise<ByPasskey> {
    const { address, clientId } = attempt;
    try {
      return await this.judge(attempt);
    } catch (cause) {
      if (cause instanceof PasskeyRefused && cause.why !== 'cloned') {
        const { why, accountId } = cause;
        const who = { accountId, clientId, address };
        this.audit.count({ action: 'passkey.refused', outcome: 'refused', ...who, details: { why } });
      }
      throw cause;
    }
  }

  private async judge(attempt: PasskeyAttempt): Promise<ByPasskey> {
    const { text, purpose, browsers, address } = attempt;
    const sent = this.party.id === null ? null : readSentPasskey(text);
    if (sent === null) throw new PasskeyRefused('malformed');
    const open = this.challenges.open(challengeIn(sent.response), purpose, browsers);
    if (open === null) throw new PasskeyRefused('challenge');
    return this.throttle.attempt(Buffer.from(sent.id, 'base64url'), address, async (passkey) => {
      if (passkey === null) throw new PasskeyRefused('unknown');
      const { accountId, userHandle } = passkey;
      const isMeant = attempt.accountId === undefined || attempt.accountId === accountId;
      if (!isMeant || sent.response.userHandle !== userHandle.toString('base64url'))
        throw new PasskeyRefused('account', accountId);
      const signed = await this.signed(sent, passkey, open);
      if (signed === null) throw new PasskeyRefused('signature', accountId);
      return { accountId, mark: await this.uses.record(signed, attempt) };
    });
  }

  /** null: it is not what was asked for; the library says why by many errors, none of which helps a person. */
  private async signed(
    sent: AuthenticationResponseJSON,
    passkey: FoundPasskey,
    open: OpenChallenge,
  ): Promise<Signed | null> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: sent,
        expectedChallenge: open.challenge,
        expectedOrigin: [...this.party.origins],
        expectedRPID: this.party.requiredId,
        requireUserVerification: true,
        // The counter is compared by the statement that moves it on, so that of two at once one is seen.
        credential: { id: sent.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
      });
      if (!verified) return null;
      const { newCounter: counter, credentialBackedUp: isBackedUp } = authenticationInfo;
      return { passkey, open, counter, isBackedUp };
    } catch {
      return null;
    }
  }
}
