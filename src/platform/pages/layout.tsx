import type { ComponentChildren } from 'preact';
import { asset } from './assets.js';
import { Brand } from './brand.js';
import { renderDocument } from './document.js';
import { LanguageSwitch } from './language-switch.js';
import { lookOf, type Look } from './look.js';
import { textsIn, type Language } from './texts/texts.js';
import type { Reader } from './reader.js';

export interface LayoutProps {
  /** Who reads it; absent: the page is in English alone. */
  readonly reader?: Reader;
  readonly title: string;
  /** Small text at the bottom: a version, a request id. */
  readonly foot: string;
  /** The look of the client whose flow it is; by default the server's. */
  readonly look?: Look;
  /** false: it goes on by itself, or shows what is wrong with a request, which another language would repeat. */
  readonly hasLanguages?: boolean;
  /** A page with one thing to do is a narrow card in the middle; others have a column to read. */
  readonly isNarrow?: boolean;
  /** Beside the brand, at the top. */
  readonly bar?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The layout of people's pages: works without script, light and dark, from 320 px up. */
export function renderPage(props: LayoutProps): string {
  const { reader, title, foot, look = lookOf(null), hasLanguages = true, isNarrow = false } = props;
  const { bar, children } = props;
  return renderDocument({
    language: reader?.language,
    title,
    look,
    styles: ['people.css'],
    children: (
      <div class={isNarrow ? 'sheet narrow' : 'sheet'}>
        <header class="bar">
          <Brand href="/" look={look} />
          {bar}
        </header>
        <main class="page">{children}</main>
        <footer class="foot">
          {foot !== '' && <p>{foot}</p>}
          <BrandFoot language={reader?.language ?? 'en'} look={look} />
          {reader && hasLanguages && <LanguageSwitch reader={reader} />}
        </footer>
        {reader && <script src={asset('time-zone.js')} />}
      </div>
    ),
  });
}

/** Where the branding leads, and whose server it is where a client's name stands above (D233). */
function BrandFoot({ language, look }: { readonly language: Language; readonly look: Look }) {
  const t = textsIn(language);
  const { name, serverName, termsUrl, privacyUrl, supportUrl } = look;
  const links = [
    [termsUrl, t('brand.terms')],
    [privacyUrl, t('brand.privacy')],
    [supportUrl, t('brand.support')],
  ] as const;
  return (
    <>
      {name !== serverName && <p>{t('brand.server', { serverName })}</p>}
      {links.some(([href]) => href !== null) && (
        <p class="foot-links">
          {links.map(
            ([href, text]) =>
              href !== null && (
                <a key={text} href={href} rel="noopener noreferrer">
                  {text}
                </a>
              ),
          )}
        </p>
      )}
    </>
  );
}
