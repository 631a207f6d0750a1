import { Brand } from '../../../platform/pages/brand.js';
import type { Administrator } from '../access/administrator.js';
import { Icon } from './icon.js';
import { groupsFor, sectionOf, type Section } from './sections.js';

interface SideBarProps {
  readonly by: Administrator;
  readonly section: Section | null;
}

/**
 * The console's navigation. It is a popover: on a phone its button opens it as a drawer without JavaScript, and Escape or a
 * click outside closes it. On a wide screen the style sheet always shows it.
 */
export function SideBar({ by, section }: SideBarProps) {
  return (
    <nav id="menu" class="menu" popover="auto" aria-label="Administration">
      <div class="menu-content">
        <Brand href="/admin" />
        {groupsFor(by.role).map(({ name, sections }) => (
          <div key={name}>
            {name !== null && <h2 id={`menu-${name}`}>{name}</h2>}
            <ul aria-labelledby={name === null ? undefined : `menu-${name}`}>
              {sections.map((key) => (
                <li key={key}>
                  <a
                    href={sectionOf(key).href}
                    data-key={sectionOf(key).key}
                    aria-current={key === section ? 'page' : undefined}
                  >
                    <Icon name={sectionOf(key).icon} />
                    {sectionOf(key).name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <button type="button" class="secondary plain-text" popovertarget="shortcuts" aria-keyshortcuts="?">
          Keyboard shortcuts
        </button>
      </div>
    </nav>
  );
}
