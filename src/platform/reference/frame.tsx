import type { ComponentChildren } from 'preact';
import { asset } from '../pages/assets.js';
import { Brand } from '../pages/brand.js';
import { renderDocument } from '../pages/document.js';
import { Documented } from './code.js';
import type { Folder, PageLink } from './manual.js';
import type { Reference } from './reference.js';
import { IN_ORDER, type Task } from './tasks.js';

interface DocsPageProps {
  readonly reference: Reference;
  readonly title: string;
  /** The address of this page. */
  readonly href: string;
  /** What the title is followed by in the name of the document. */
  readonly of?: string;
  /** The pages above this one, below the first of all. */
  readonly above?: readonly PageLink[];
  /** Fragments that lead to the title, from outside. */
  readonly anchors?: readonly string[];
  /** The search text. */
  readonly query?: string;
  readonly children: ComponentChildren;
}

/** From so many characters on, the end of a name is the part that tells it from another one. */
const LONG_BEGINNING = 12;
const HOME: PageLink = { name: 'Documentation', href: '/docs' };

/** Renders a page of the reference: side navigation, trail and search as in the console, content. */
export function renderDocsPage({
  reference,
  title,
  href,
  of = 'API',
  above = [],
  anchors = [],
  query,
  children,
}: DocsPageProps): string {
  const trail = href === HOME.href ? [] : [HOME, ...above];
  return renderDocument({
    title: href === HOME.href ? title : `${title} · ${of}`,
    styles: ['frame.css', 'docs.css'],
    children: (
      <Documented.Provider value={reference}>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <Navigation reference={reference} href={href} above={above} />
        <header class="top">
          <button type="button" class="secondary small drawer-button" popovertarget="menu">
            Menu
          </button>
          <nav class="trail" aria-label="Breadcrumbs">
            <ol>
              {trail.map((step) => (
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
          {anchors.slice(1).map((anchor) => (
            <a key={anchor} id={anchor} />
          ))}
          <h1 id={anchors.at(0)}>{title}</h1>
          {children}
        </main>
        <script src={asset('buttons.js')} />
        <script src={asset('console.js')} />
      </Documented.Provider>
    ),
  });
}

/** Folders and tasks, and what is in the open one. A popover, so that it is a drawer on a phone without JavaScript. */
function Navigation({
  reference,
  href,
  above,
}: Required<Pick<DocsPageProps, 'reference' | 'href' | 'above'>>) {
  const current = (at: string) => (at === href ? ('page' as const) : undefined);
  return (
    <nav id="menu" class="menu" popover="auto" aria-label="Documentation">
      <div class="menu-content">
        <Brand href="/" />
        <ul>
          <li>
            <a href={HOME.href} aria-current={current(HOME.href)}>
              Overview
            </a>
          </li>
        </ul>
        <div>
          <h2>Guides</h2>
          <ul aria-label="Guides">
            {reference.manual.folders.map((folder) => (
              <FolderLinks key={folder.href} folder={folder} href={href} above={above} />
            ))}
          </ul>
        </div>
        <div>
          <h2>API</h2>
          <ul aria-label="API">
            {IN_ORDER.map((task) => (
              <li key={task.key}>
                <a href={`/docs/${task.key}`} aria-current={current(`/docs/${task.key}`)}>
                  {task.name}
                </a>
                {isUnder(href, `/docs/${task.key}`) && (
                  <Operations reference={reference} task={task} href={href} />
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
      </div>
    </nav>
  );
}

/** A folder; its pages where it is open: this page, or one above it, is in it. */
function FolderLinks({
  folder,
  href,
  above,
}: { readonly folder: Folder } & Required<Pick<DocsPageProps, 'href' | 'above'>>) {
  const isOpen = [href, ...above.map((step) => step.href)].includes(folder.href);
  const link = (step: PageLink) => {
    const isAbove = step !== folder && above.some((one) => one.href === step.href);
    return (
      <a href={step.href} aria-current={step.href === href ? 'page' : isAbove ? 'true' : undefined}>
        {step.name}
      </a>
    );
  };
  return (
    <li>
      {link(folder)}
      {isOpen && (
        <ul class="below">
          {folder.pages.map((page) => (
            <li key={page.href}>{link(page)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Operations({
  reference,
  task,
  href,
}: Pick<DocsPageProps, 'reference' | 'href'> & { readonly task: Task }) {
  return (
    <ul class="below operations">
      {reference.groupsOf(task.key).map(({ name: group, entries }) => (
        <li key={group}>
          {group !== '' && <h3>{group}</h3>}
          <ul aria-label={group || task.name}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <a href={entry.href} aria-current={entry.href === href ? 'page' : undefined}>
                  <OperationName id={entry.id} among={entries} />
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
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
    <search class="everywhere" aria-label="Documentation">
      <form method="get" action="/docs/search" class="plain">
        <input
          type="search"
          name="q"
          value={query}
          maxlength={100}
          required
          autocomplete="off"
          spellcheck={false}
          aria-label="Search the documentation"
          aria-keyshortcuts="/ Control+K"
          placeholder="Search"
        />
      </form>
      <script src={asset('search-key.js')} defer />
    </search>
  );
}
