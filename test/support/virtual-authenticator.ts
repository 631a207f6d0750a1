import type { CDPSession, Page } from '@playwright/test';

/** A passkey as Chromium's virtual authenticator keeps it. */
interface KeptCredential {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  readonly rpId?: string;
  readonly privateKey: string;
  readonly userHandle?: string;
  readonly signCount: number;
}

/** Chromium's virtual authenticator, in one page (DevTools protocol, WebAuthn). */
export class VirtualAuthenticator {
  private constructor(
    private readonly cdp: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  /** @param isTouched whether the person touches the sensor without being told */
  static async in(page: Page, isTouched = true): Promise<VirtualAuthenticator> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: isTouched,
      },
    });
    return new VirtualAuthenticator(cdp, authenticatorId);
  }

  async credentials(): Promise<readonly KeptCredential[]> {
    const { authenticatorId } = this;
    return (await this.cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  }

  async add(credential: KeptCredential): Promise<void> {
    const { authenticatorId } = this;
    await this.cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
  }

  async clear(): Promise<void> {
    await this.cdp.send('WebAuthn.clearCredentials', { authenticatorId: this.authenticatorId });
  }

  /** Whether fingerprint or PIN are right. */
  async recognize(isUserVerified: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }

  /** Whether the person touches the sensor when asked. */
  async touch(enabled: boolean): Promise<void> {
    const { authenticatorId } = this;
    await this.cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  }
}
