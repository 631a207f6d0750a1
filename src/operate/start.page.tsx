import { renderPage } from '../platform/pages/layout.js';
import { HEARTH_LOOK, lookOf } from '../platform/pages/look.js';
import type { Reader } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';

const LINKS = [
  {
    href: '/docs',
    name: 'API documentation',
    about: 'How to start, by task; every call with its parameters, its errors and examples.',
  },
  { href: '/openapi.json', name: 'OpenAPI document', about: 'The same, machine-readable.' },
  { href: '/health/ready', name: 'Health', about: 'Whether this node is ready to receive requests.' },
  {
    href: '/.well-known/oauth-authorization-server',
    name: 'Server metadata',
    about: 'What OAuth libraries need to configure themselves (RFC 8414).',
  },
];

/** Leads people to their account, and developers, whose pages are in English only, to the documentation. */
export function homePage(reader: Reader, version: string): string {
  const t = textsIn(reader.language);
  const { serverName } = lookOf(null);
  const title = t('home.title', { serverName });
  return renderPage({
    reader,
    title,
    foot: serverName === HEARTH_LOOK.serverName ? `Hearth ${version}` : '',
    children: (
      <>
        <section class="card">
          <h1>{title}</h1>
          <p class="lead">{t('home.lead')}</p>
          <p class="buttons">
            <a role="button" href="/sign-in">
              {t('signIn.title')}
            </a>
            <a role="button" class="secondary" href="/account">
              {t('account.title')}
            </a>
          </p>
        </section>
        <section lang="en">
          <h2>For developers</h2>
          <p>
            {serverName} is an account, authorization and provisioning server. Apps sign people in here, call
            the API on their behalf, and provision families and accounts.
          </p>
          <ul class="links">
            {LINKS.map(({ href, name, about }) => (
              <li key={href}>
                <a href={href}>{name}</a>
                <span>{about}</span>
              </li>
            ))}
          </ul>
        </section>
      </>
    ),
  });
}
