import { Get, Header } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { readFileSync } from 'node:fs';
import { RelyingParty } from '../identity/passkeys/relying-party.js';
import { AppConfig } from '../platform/config/app-config.js';
import { ProblemError } from '../platform/errors/problem-error.js';
import { Problems } from '../platform/errors/problems.js';
import { BINARY, TEXT } from '../platform/operations/answers.js';
import { OpenPage } from '../platform/operations/declare.js';
import { seeOther, Shown } from '../platform/operations/shown.js';
import { imageAddress, lookOf } from '../platform/pages/look.js';
import { besideCode } from '../platform/paths.js';
import { Clock, DAY } from '../platform/security/clock.js';
import { PasskeyEndpointsView } from './metadata.view.js';

const PLAIN = { 'text/plain': TEXT };
const ICON = readFileSync(besideCode('platform/pages/assets/favicon.ico'));
const AN_HOUR = 'public, max-age=3600';
/** The lifetime of a copy of security.txt (RFC 9116 §2.5.5). */
const CONTACT_GOOD_FOR_MS = 30 * DAY;

/** Serves the addresses that programs look for on every site (D364). */
@OpenPages('', 'Operation')
export class WellKnownController {
  constructor(
    private readonly config: AppConfig,
    private readonly party: RelyingParty,
    private readonly clock: Clock,
  ) {}

  @Get('.well-known/change-password')
  @OpenPage('changepassword', 'Leads password managers to the page where a password is changed (W3C)', {
    because: 'It leads to a page that asks who is there.',
    answers: { 303: null },
  })
  changePassword(): Shown {
    return seeOther('/account/sign-in#password-section');
  }

  @Get('.well-known/passkey-endpoints')
  @OpenPage('passkeyendpoints', 'Where people add passkeys and see which they have (W3C)', {
    because: 'Password managers read it, and it names pages that ask who is there.',
    answers: { 200: PasskeyEndpointsView },
    problems: [Problems.notFound],
  })
  passkeyEndpoints(): PasskeyEndpointsView {
    if (this.party.id === null)
      throw new ProblemError(Problems.notFound, 'There are no passkeys for an IP address.');
    const { publicUrl } = this.config;
    return {
      enroll: `${publicUrl}/account/passkeys/new`,
      manage: `${publicUrl}/account/sign-in#passkeys`,
    };
  }

  @Get('.well-known/security.txt')
  @Header('Cache-Control', AN_HOUR)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @OpenPage('securitytxt', 'Whom to tell of a vulnerability (RFC 9116), if SECURITY_CONTACT is set', {
    because: 'Whoever found a vulnerability has no account.',
    answers: { 200: PLAIN },
    problems: [Problems.notFound],
  })
  securityText(): string {
    const { publicUrl, securityContact, securityLanguages } = this.config;
    if (securityContact.length === 0)
      throw new ProblemError(Problems.notFound, 'The operator of this server named no contact for this.');
    const expires = new Date(this.clock.millis() + CONTACT_GOOD_FOR_MS).toISOString();
    const canonical = `${publicUrl}/.well-known/security.txt`;
    const lines = [
      ...securityContact.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires.replace(/\.\d+Z$/, 'Z')}`,
      `Preferred-Languages: ${securityLanguages.join(', ')}`,
      ...(canonical.startsWith('https:') ? [`Canonical: ${canonical}`] : []),
    ];
    return `${lines.join('\n')}\n`;
  }

  /** For responses that are no pages, such as JSON: pages name the icon of their branding. */
  @Get('favicon.ico')
  @Header('Cache-Control', AN_HOUR)
  @OpenPage('favicon', "The server's icon", {
    because: 'Browsers ask for it of every site.',
    answers: { 200: { 'image/x-icon': BINARY }, 302: null },
  })
  icon(): Shown {
    const { icon } = lookOf(null);
    if (icon === null) return new Shown('image/x-icon', ICON);
    return new Shown(null, '', { status: 302, headers: { Location: imageAddress(icon) } });
  }

  @Get('robots.txt')
  @Header('Cache-Control', AN_HOUR)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @OpenPage('robots', 'Asks search engines to leave this server out (RFC 9309)', {
    because: 'Search engines have no account.',
    answers: { 200: PLAIN },
  })
  robots(): string {
    return 'User-agent: *\nDisallow: /\n';
  }
}
