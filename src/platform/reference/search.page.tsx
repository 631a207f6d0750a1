import { renderDocsPage } from './frame.js';
import type { Reference } from './reference.js';
import type { Hit } from './reference-search.js';

export function searchPage(reference: Reference, query: string, hits: readonly Hit[]): string {
  return renderDocsPage({
    reference,
    title: 'Search',
    href: '/docs/search',
    query,
    children:
      hits.length === 0 ? (
        <p class="lead">
          {query === ''
            ? 'Search for a guide, a call, a path, a parameter or an error.'
            : `Nothing has “${query}” in it. Search for one word: of a title, a call, a path, a parameter, an error.`}
        </p>
      ) : (
        <>
          <p class="lead" role="status">
            {`${hits.length === 1 ? 'One page has' : `${hits.length} pages have`} “${query}” in it.`}
          </p>
          <ul class="listing">
            {hits.map(({ href, title, kind, about }) => (
              <li key={href}>
                <a href={href}>{title}</a> <code>{kind}</code>
                {about !== '' && <p>{about}</p>}
              </li>
            ))}
          </ul>
        </>
      ),
  });
}
