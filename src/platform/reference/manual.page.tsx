import { renderDocsPage } from './frame.js';
import type { ManualPage, PageLink } from './manual.js';
import type { Reference } from './reference.js';

/** With fewer sections a page is seen at a glance. */
const FEWEST_IN_CONTENTS = 3;

/** A page of docs/, with its contents and what is before and after it. @param content its HTML, made when Hearth was built */
export function manualPage(reference: Reference, page: ManualPage, content: string): string {
  const { title, about, address, above, anchors, headings, previous, next } = page;
  const sections = headings.filter(({ depth }) => depth === 2);
  return renderDocsPage({
    reference,
    title,
    of: above.at(-1)?.name ?? 'Documentation',
    href: address,
    above,
    anchors,
    children: (
      <>
        {about !== null && <p class="lead">{about}</p>}
        <div class="manual">
          {sections.length >= FEWEST_IN_CONTENTS && (
            <nav class="contents" aria-label="On this page">
              <p>On this page</p>
              <ul>
                {sections.map(({ name, anchor }) => (
                  <li key={anchor}>
                    <a href={`#${anchor}`}>{name}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <div class="text" dangerouslySetInnerHTML={{ __html: content }} />
          {(previous ?? next) && (
            <nav class="beside" aria-label="Previous and next page">
              <Beside step={previous} word="Previous" />
              <Beside step={next} word="Next" />
            </nav>
          )}
        </div>
      </>
    ),
  });
}

function Beside({ step, word }: { readonly step: PageLink | null; readonly word: string }) {
  if (step === null) return null;
  return (
    <a href={step.href} class={word.toLowerCase()}>
      <small>{word}</small>
      {step.name}
    </a>
  );
}
