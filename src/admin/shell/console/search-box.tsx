import { asset } from '../../../platform/pages/assets.js';

export const SEARCH = '/admin/search';

/** The search field of every page. A script focuses it on `/` and Ctrl+K. It is a POST, because it accepts tokens. */
export function SearchBox() {
  return (
    <search class="everywhere" aria-label="Everywhere">
      <form method="post" action={SEARCH} class="plain">
        <input
          type="search"
          name="query"
          maxlength={4096}
          required
          autocomplete="off"
          spellcheck={false}
          aria-label="Search accounts, families and clients"
          aria-keyshortcuts="/ Control+K"
          placeholder="Search"
        />
      </form>
      <script src={asset('search-key.js')} defer />
    </search>
  );
}
