import type { ComponentChildren } from 'preact';
import { renderPage, type LayoutProps } from './layout.js';

interface StepProps extends Omit<LayoutProps, 'foot' | 'isNarrow' | 'bar' | 'children'> {
  readonly foot?: string;
  /** By default the title; null: it is inside of what is below. */
  readonly heading?: string | null;
  /** The sentence below the heading. */
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A page with one thing to do, or to know: a heading, a sentence, and below them a card or a way on. */
export function stepPage({ foot = '', heading, lead, children, ...page }: StepProps): string {
  return renderPage({
    ...page,
    foot,
    isNarrow: true,
    children: (
      <>
        {heading !== null && <h1>{heading ?? page.title}</h1>}
        {lead !== undefined && <p class="lead">{lead}</p>}
        {children}
      </>
    ),
  });
}
