import { Get, Header, Query } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { OpenPage } from '../../platform/operations/declare.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { ensureBrowser } from '../sign-ins/browser-cookie.js';
import { PasskeyVerifier } from './passkey-verifier.js';
import { RelyingParty } from './relying-party.js';

const JSON_TEXT = { 'application/json': { type: 'string' } } as const;

/** What browsers fetch before a passkey signs in. */
@OpenPages()
export class PasskeyController {
  constructor(
    private readonly verifier: PasskeyVerifier,
    private readonly party: RelyingParty,
  ) {}

  /** Writes nothing (D245): callers who ask again and again fill no table. */
  @Get('passkey/options')
  @Header('Cache-Control', 'no-store')
  @OpenPage('passkeyoptions', 'A challenge for a passkey, for the script of the sign-in pages', {
    because: 'Whoever signs in with a passkey is nobody yet; a challenge is of no use without one.',
    answers: { 200: JSON_TEXT },
    problems: [Problems.notFound],
  })
  async options(
    @Query('for') page: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    if (this.party.id === null)
      throw new ProblemError(Problems.notFound, 'There are no passkeys for an IP address.');
    const purpose = page === 'console' ? 'console' : 'people';
    return this.verifier.options(purpose, ensureBrowser(visit));
  }

  /** Related origins (Web Authentication, level 3): which origins may use the passkeys of this domain. */
  @Get('.well-known/webauthn')
  @OpenPage('webauthnorigins', 'The origins that may use the passkeys of this domain', {
    because: 'Browsers read it before anybody signs in; it names addresses that are public anyway.',
    answers: { 200: JSON_TEXT },
  })
  origins(): { readonly origins: readonly string[] } {
    return { origins: this.party.origins.filter((origin) => origin.startsWith('http')) };
  }
}
