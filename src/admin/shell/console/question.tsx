import type { ComponentChildren } from 'preact';
import { renderConsole, type ConsoleProps } from './console-frame.js';
import type { Step } from './top-bar.js';

interface QuestionProps extends Pick<ConsoleProps, 'section' | 'by' | 'problem'> {
  readonly title: string;
  /** The page that it is asked from; "Cancel" leads back there. */
  readonly of: Step;
  /** Explains the consequences. */
  readonly lead: ComponentChildren;
  /** The form that does it. */
  readonly children: ComponentChildren;
}

/** A page that asks before an action that can't be undone. */
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
