import type { ComponentChildren } from 'preact';
import { asset } from './assets.js';
import { Brand } from './brand.js';
import { renderDocument } from './document.js';
import { lookOf, type Look } from './look.js';
import { textsIn, type Language, LANGUAGES } from './texts/texts.js';
import type { Reader } from './reader.js';

export interface LayoutProps {
  /** The reader of the page; absent: the page is only in English. */
  readonly reader?: Reader;
  readonly title: string;
  /** Small text at the bottom: a version, a request id. */
  readonly foot: string;
  /** The look of the client whose flow it is; by default the server's. */
  readonly look?: Look;
  /** false: the page continues by itself, or shows the error of a request, which another language would repeat. */
  readonly hasLanguages?: boolean;
  /** Where the language is chosen; default: for the pages of this browser. */
  readonly languagesAt?: string;
  /** A page with one thing to do is a narrow card in the middle; others have a column to read. */
  readonly isNarrow?: boolean;
  /** Beside the brand, at the top. */
  readonly bar?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The layout of people's pages: works without script, light and dark, from 320 px up. */
export function renderPage(props: LayoutProps): string {
  const { reader, title, foot, look = lookOf(null), hasLanguages = true, isNarrow = false } = props;
  const { languagesAt = '/language' } = props;
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
          {reader && hasLanguages && <LanguageSwitch reader={reader} action={languagesAt} />}
        </footer>
        {reader && <script src={asset('time-zone.js')} />}
      </div>
    ),
  });
}

/** The links of the branding, and the server's name where a client's name is above (D233). */
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

/** Every language under its own name; choosing one shows the same page in it (D235). */
export function LanguageSwitch({ reader, action }: { readonly reader: Reader; readonly action: string }) {
  const t = textsIn(reader.language);
  return (
    <form method="post" action={action} class="plain languages">
      <input type="hidden" name="next" value={reader.path} />
      <fieldset>
        <legend class="unseen">{t('languages')}</legend>
        {LANGUAGES.map((code) =>
          code === reader.language ? (
            <strong key={code} aria-current="true">
              {nameOf(code)}
            </strong>
          ) : (
            <button key={code} type="submit" name="language" value={code} lang={code} class="as-link">
              {nameOf(code)}
            </button>
          ),
        )}
      </fieldset>
    </form>
  );
}

/** Returns the name of a language in that language, capitalized. */
function nameOf(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) as string;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
