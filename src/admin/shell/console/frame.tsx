import type { ComponentChildren } from 'preact';
import { renderPage } from '../../../platform/pages/layout.js';
import type { Administrator } from '../access/administrator.js';

/** The sections of the console in menu order; support sees only those that it may open. */
const SECTIONS = [
  { key: 'home', href: '/admin', name: 'Home', role: 'support' },
  { key: 'accounts', href: '/admin/accounts', name: 'Accounts', role: 'support' },
  { key: 'families', href: '/admin/families', name: 'Families', role: 'support' },
  { key: 'clients', href: '/admin/clients', name: 'Clients', role: 'administrator' },
  { key: 'rulesets', href: '/admin/rulesets', name: 'Rulesets', role: 'administrator' },
  { key: 'tokens', href: '/admin/tokens', name: 'Tokens', role: 'support' },
  { key: 'outbox', href: '/admin/outbox', name: 'Outbox', role: 'support' },
  { key: 'audit', href: '/admin/audit', name: 'Audit', role: 'support' },
  { key: 'settings', href: '/admin/settings', name: 'Settings', role: 'administrator' },
] as const;

export type Section = (typeof SECTIONS)[number]['key'];

interface ConsoleProps {
  readonly title: string;
  readonly section: Section;
  readonly by: Administrator;
  /** Notice about what the previous form did: "Changes saved." */
  readonly done?: string;
  /** Error that concerns the whole page. */
  readonly problem?: string;
  readonly children: ComponentChildren;
}

/** Renders a page of the console: menu, title, notices, content. */
export function renderConsole({ title, section, by, done, problem, children }: ConsoleProps): string {
  return renderPage({
    title,
    foot: '',
    isWide: true,
    nav: <Menu section={section} by={by} />,
    children: (
      <>
        <h1>{title}</h1>
        {done && (
          <p role="status" class="notice">
            {done}
          </p>
        )}
        {problem && (
          <p role="alert" class="notice error">
            {problem}
          </p>
        )}
        {children}
      </>
    ),
  });
}

function Menu({ section, by }: Pick<ConsoleProps, 'section' | 'by'>) {
  const visible = SECTIONS.filter(({ role }) => role === 'support' || by.role === 'administrator');
  return (
    <>
      <nav class="menu" aria-label="Administration">
        <ul>
          {visible.map(({ key, href, name }) => (
            <li key={key}>
              <a href={href} aria-current={key === section ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {by.session && (
        <form method="post" action="/admin/sign-out" class="plain who">
          <span>{by.session.name}</span>
          <button type="submit" class="secondary outline">
            Sign out
          </button>
        </form>
      )}
    </>
  );
}
