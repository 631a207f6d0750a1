import type { ComponentChildren } from 'preact';
import { renderPage, type LayoutProps } from './layout.js';

interface StepProps extends Omit<LayoutProps, 'foot' | 'isNarrow' | 'bar' | 'children'> {
  readonly foot?: string;
  /** By default the title; null: the content has its own heading. */
  readonly heading?: string | null;
  /** The sentence below the heading. */
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
  /** The link below all that, such as the way back. */
  readonly after?: readonly [href: string, text: string];
}

/** A page with one task or message: a heading, a sentence, and below them a card and a link. */
export function stepPage({ foot = '', heading, lead, children, after, ...page }: StepProps): string {
  return renderPage({
    ...page,
    foot,
    isNarrow: true,
    children: (
      <>
        {heading !== null && <h1>{heading ?? page.title}</h1>}
        {lead !== undefined && <p class="lead">{lead}</p>}
        {children}
        {after && (
          <p class="after">
            <a href={after[0]}>{after[1]}</a>
          </p>
        )}
      </>
    ),
  });
}
