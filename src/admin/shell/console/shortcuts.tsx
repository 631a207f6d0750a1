import { asset } from '../../../platform/pages/assets.js';
import type { Administrator } from '../access/administrator.js';
import { groupsFor, sectionOf } from './sections.js';

const EVERYWHERE = [
  ['?', 'this list'],
  ['/', 'search'],
  ['Ctrl K', 'search, also while you type'],
  ['↑ ↓', 'row by row in a list'],
  ['Esc', 'closes what is open'],
] as const;

/** The list of shortcuts, for the popover that `?` opens and for its page. */
export function ShortcutList({ by }: { readonly by: Administrator }) {
  const sections = groupsFor(by.role).flatMap(({ sections: of }) => of.map(sectionOf));
  const goes = sections.map(({ key, name }) => [`g ${key}`, name] as const);
  return (
    <dl class="keys">
      {[...EVERYWHERE, ...goes].map(([keys, what]) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map((each) => (
              <kbd key={each}>{each}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The list as a popover. Its button in the side bar also opens it without JavaScript; `?` needs JavaScript. */
export function Shortcuts({ by }: { readonly by: Administrator }) {
  return (
    <section id="shortcuts" class="shortcuts" popover="auto" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <ShortcutList by={by} />
      <div class="field" hidden data-single-keys>
        <label for="single-keys">
          <input type="checkbox" id="single-keys" autocomplete="off" />
          Use shortcuts without Ctrl
        </label>
      </div>
      <button type="button" class="secondary" popovertarget="shortcuts" popovertargetaction="hide">
        Close
      </button>
      <script src={asset('shortcuts.js')} defer />
    </section>
  );
}
