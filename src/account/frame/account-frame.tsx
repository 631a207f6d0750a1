import type { ComponentChildren } from 'preact';
import { ButtonForm } from '../../platform/pages/form.js';
import { renderPage } from '../../platform/pages/layout.js';
import type { Reader } from '../../platform/pages/reader.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

/** The sections of the account, with the address of each (D235). */
export const SECTIONS = {
  profile: '/account',
  signIn: '/account/sign-in',
  security: '/account/security',
  devices: '/account/devices',
  apps: '/account/applications',
  families: '/account/families',
  data: '/account/data',
} as const;
/** A page below the section of sign-in methods. */
export const SECOND_FACTOR = '/account/second-factor';
type Section = keyof typeof SECTIONS;

interface FrameProps {
  readonly section: Section;
  /** Default: the section's name. */
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** Renders a page of a section of the account. */
export function renderSection(reader: Reader, { section, title, children }: FrameProps): string {
  const t = textsIn(reader.language);
  const heading = title ?? t(`account.tabs.${section}`);
  return renderPage({
    reader,
    title: heading,
    foot: '',
    languagesAt: '/account/language',
    bar: (
      <ButtonForm action="/sign-out" class="secondary small">
        {t('account.signOut')}
      </ButtonForm>
    ),
    children: (
      <>
        <nav class="tabs" aria-label={t('account.title')}>
          <ul>
            {Object.entries(SECTIONS).map(([name, href]) => (
              <li key={name}>
                <a href={href} aria-current={name === section ? 'page' : undefined}>
                  {t(`account.tabs.${name as Section}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <h1>{heading}</h1>
        {children}
      </>
    ),
  });
}
