import type { ComponentChildren } from 'preact';
import { renderPage, type LayoutProps } from './layout.js';

interface StepProps extends Omit<LayoutProps, 'foot' | 'isNarrow' | 'bar' | 'children'> {
  readonly foot?: string;
  /** By default the title; null: the content has its own heading. */
  readonly heading?: string | null;
  /** The sentence below the heading. */
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A page with one task or message: a heading, a sentence, and below them a card or a link. */
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
