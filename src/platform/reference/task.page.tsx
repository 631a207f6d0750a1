import { renderDocsPage } from './frame.js';
import { GUIDES } from './guides/guides.js';
import type { Reference } from './reference.js';
import type { Task } from './tasks.js';

/** A task: how it is done, and the operations it needs. */
export function taskPage(reference: Reference, { key, name, about }: Task): string {
  const Guide = GUIDES[key];
  return renderDocsPage({
    reference,
    title: name,
    href: `/docs/${key}`,
    children: (
      <>
        <p class="lead">{about}</p>
        <div class="guide">
          <Guide server={reference.server} />
        </div>
        {reference.groupsOf(key).map(({ name: group, entries }) => (
          <section key={group}>
            <h2>{group === '' ? 'Operations' : group}</h2>
            <ul class="listing">
              {entries.map(({ id, href, title, methods, path }) => (
                <li key={id} id={id}>
                  <a href={href}>{title}</a> <code>{`${methods[0]} ${path}`}</code>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </>
    ),
  });
}
