import type { ComponentChildren } from 'preact';
import { DangerForm, type DangerProps } from './danger.js';
import { renderConsole, type ConsoleProps } from './frame.js';
import type { Step } from './top-bar.js';

type Asked = Pick<ConsoleProps, 'section' | 'by' | 'problem'>;

interface QuestionProps extends Asked {
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

/** The page before a record is deleted, as its controller shows it. */
export interface DeletionAsked
  extends Pick<Asked, 'by' | 'problem'>, Pick<DangerProps, 'asksPassword' | 'errors' | 'etag'> {}

interface DeletionProps extends DeletionAsked, Pick<QuestionProps, 'section' | 'of' | 'lead'> {
  readonly title?: string;
  /** What the record is: "client". */
  readonly what: string;
  /** What has to be typed; by default the name of the record. */
  readonly typed?: string;
}

/** Asks before a record is deleted, at the address of its page. */
export function renderDeletion(props: DeletionProps): string {
  const {
    section,
    by,
    problem,
    of,
    lead,
    what,
    title = `Delete ${of.name}`,
    typed = of.name,
    ...danger
  } = props;
  return renderQuestion({
    ...{ section, by, problem, of, lead, title },
    children: <DangerForm {...danger} action={`${of.href}/delete`} name={typed} verb={`Delete ${what}`} />,
  });
}
