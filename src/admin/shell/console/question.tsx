import type { ComponentChildren } from 'preact';
import { renderConsole, type ConsoleProps } from './frame.js';
import type { Step } from './top-bar.js';

interface QuestionProps extends Pick<ConsoleProps, 'section' | 'by' | 'problem'> {
  readonly title: string;
  /** The page that it is asked from, to which "Cancel" leads back. */
  readonly of: Step;
  /** What it means. */
  readonly lead: ComponentChildren;
  /** The form that does it. */
  readonly children: ComponentChildren;
}

/** A page that asks before something is done that can't be undone. */
export function renderQuestion({ of, lead, children, ...page }: QuestionProps): string {
  return renderConsole({
    ...page,
    under: [of],
    children: (
      <>
        <p class="lead">{lead}</p>
        {children}
        <p class="after">
          <a href={of.href}>Cancel</a>
        </p>
      </>
    ),
  });
}
