import type { Administrator, CurrentAdminSession } from '../access/administrator.js';
import { Icon } from './icon.js';
import { SearchBox } from './search-box.js';
import { wordOf } from './state.js';

/** One step of the breadcrumbs. */
export interface Step {
  readonly name: string;
  readonly href: string;
}

interface TopBarProps {
  readonly by: Administrator;
  readonly title: string;
  /** The pages above this one, the section first. */
  readonly above: readonly Step[];
}

/** The bar at the top: the drawer's button, the breadcrumbs, the search, and the signed-in administrator. */
export function TopBar({ by, title, above }: TopBarProps) {
  return (
    <header class="top">
      <button type="button" class="plain-icon drawer-button" popovertarget="menu" aria-label="Menu">
        <Icon name="menu" />
      </button>
      <nav class="trail" aria-label="Breadcrumbs">
        <ol>
          {above.map(({ name, href }) => (
            <li key={href}>
              <a href={href}>{name}</a>
            </li>
          ))}
          <li aria-current="page">{title}</li>
        </ol>
      </nav>
      <SearchBox />
      {by.session && <Who session={by.session} />}
    </header>
  );
}

function Who({ session: { name, role } }: { readonly session: CurrentAdminSession }) {
  return (
    <>
      <button type="button" class="who-button" popovertarget="who" aria-label={`Signed in as ${name}`}>
        {initialsOf(name)}
      </button>
      <div id="who" class="who" popover="auto">
        <p>
          <strong>{name}</strong> <span class="quiet">{wordOf(role)}</span>
        </p>
        <a href="/account">Your own account</a>
        <a href="/account/sign-in">Your passkeys and second factor</a>
        <form method="post" action="/admin/sign-out">
          <button type="submit" class="secondary">
            Sign out
          </button>
        </form>
      </div>
    </>
  );
}

/** "Anna Karlsson" becomes AK; a name of one word keeps its first letter. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase()).join('');
}
