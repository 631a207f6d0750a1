import { renderPage } from '../platform/pages/layout.js';

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

export function homePage(version: string): string {
  return renderPage({
    title: 'Welcome',
    foot: `Hearth ${version}`,
    children: (
      <>
        <h1>Hearth is running</h1>
        <p class="lead">
          The account, authorization and provisioning server of a family service. Applications sign people in
          here, call the API on their behalf, and provision families and accounts.
        </p>
        <ul class="links">
          {LINKS.map(({ href, name, about }) => (
            <li key={href}>
              <a href={href}>{name}</a>
              <span>{about}</span>
            </li>
          ))}
        </ul>
      </>
    ),
  });
}
