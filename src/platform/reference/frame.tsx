import type { ComponentChildren } from 'preact';
import { asset } from '../pages/assets.js';
import { Brand } from '../pages/brand.js';
import { renderDocument } from '../pages/document.js';
import { Documented } from './code.js';
import type { Reference } from './reference.js';
import { IN_ORDER } from './tasks.js';

interface DocsPageProps {
  readonly reference: Reference;
  readonly title: string;
  /** The address of this page. */
  readonly href: string;
  /** The pages above this one. */
  readonly above?: readonly { readonly name: string; readonly href: string }[];
  /** The search text. */
  readonly query?: string;
  readonly children: ComponentChildren;
}

/** From so many characters on, the end of a name is the part that tells it from another one. */
const LONG_BEGINNING = 12;
const HOME = { name: 'API', href: '/docs' };

/** Renders a page of the reference: side navigation, trail and search as in the console, content. */
export function renderDocsPage({
  reference,
  title,
  href,
  above = [HOME],
  query,
  children,
}: DocsPageProps): string {
  return renderDocument({
    title: title === HOME.name ? 'API' : `${title} · API`,
    styles: ['frame.css', 'docs.css'],
    children: (
      <Documented.Provider value={reference}>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <Navigation reference={reference} href={href} />
        <header class="top">
          <button type="button" class="secondary small drawer-button" popovertarget="menu">
            Menu
          </button>
          <nav class="trail" aria-label="Breadcrumbs">
            <ol>
              {above.map((step) => (
                <li key={step.href}>
                  <a href={step.href}>{step.name}</a>
                </li>
              ))}
              <li aria-current="page">{title}</li>
            </ol>
          </nav>
          <SearchBox query={query} />
        </header>
        <main id="content">
          <h1>{title}</h1>
          {children}
        </main>
        <script src={asset('buttons.js')} />
        <script src={asset('console.js')} />
      </Documented.Provider>
    ),
  });
}

/** Tasks, and the operations of the open one. A popover, so that it is a drawer on a phone without JavaScript. */
function Navigation({ reference, href }: Pick<DocsPageProps, 'reference' | 'href'>) {
  const current = (at: string) => (at === href ? ('page' as const) : undefined);
  return (
    <nav id="menu" class="menu" popover="auto" aria-label="API">
      <div class="menu-content">
        <Brand href="/" />
        <ul>
          <li>
            <a href="/docs" aria-current={current('/docs')}>
              Start
            </a>
          </li>
          {IN_ORDER.map(({ key, name }) => (
            <li key={key}>
              <a href={`/docs/${key}`} aria-current={current(`/docs/${key}`)}>
                {name}
              </a>
              {isUnder(href, `/docs/${key}`) && (
                <ul class="operations">
                  {reference.groupsOf(key).map(({ name: group, entries }) => (
                    <li key={group}>
                      {group !== '' && <h2>{group}</h2>}
                      <ul aria-label={group || name}>
                        {entries.map((entry) => (
                          <li key={entry.id}>
                            <a href={entry.href} aria-current={current(entry.href)}>
                              <OperationName id={entry.id} among={entries} />
                            </a>
                          </li>
                        ))}
                      </ul>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
          <li>
            <a href="/docs/errors" aria-current={current('/docs/errors')}>
              Errors
            </a>
          </li>
          <li>
            <a href="/openapi.json">openapi.json</a>
          </li>
        </ul>
      </div>
    </nav>
  );
}

/** A name too long for the side bar is cut in the middle: its end tells it apart from others that begin alike. */
function OperationName({ id, among }: { readonly id: string; readonly among: readonly { id: string }[] }) {
  const others = among.map((other) => other.id).filter((other) => other !== id);
  let cut = Math.max(0, ...others.map((other) => alike(id, other)));
  while (others.some((other) => other.endsWith(id.slice(cut))) && cut > 0) cut -= 1;
  if (cut < LONG_BEGINNING) cut = 0;
  return (
    <code title={id}>
      <span>{id.slice(0, cut)}</span>
      <span>{id.slice(cut)}</span>
    </code>
  );
}

/** How many characters two names begin with alike. */
function alike(a: string, b: string): number {
  const differ = [...a].findIndex((character, at) => character !== b[at]);
  return differ === -1 ? a.length : differ;
}

function isUnder(href: string, task: string): boolean {
  return href === task || href.startsWith(`${task}/`);
}

function SearchBox({ query }: Pick<DocsPageProps, 'query'>) {
  return (
    <search class="everywhere" aria-label="The API">
      <form method="get" action="/docs/search" class="plain">
        <input
          type="search"
          name="q"
          value={query}
          maxlength={100}
          required
          autocomplete="off"
          spellcheck={false}
          aria-label="Search the API"
          aria-keyshortcuts="/ Control+K"
          placeholder="Search"
        />
      </form>
      <script src={asset('search-key.js')} defer />
    </search>
  );
}
