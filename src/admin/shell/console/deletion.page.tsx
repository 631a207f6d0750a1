import type { PageProps } from './console-frame.js';
import type { ComponentChildren } from 'preact';
import { DangerForm, type DangerProps } from './danger.js';
import { renderQuestion } from './question.js';
import type { Section } from './sections.js';
import type { Step } from './top-bar.js';

/** The deletion of one record, as its page shows it. */
export interface Deletion {
  readonly section: Section;
  /** The name and the page of the record. */
  readonly record: Step;
  /** `Delete` and the name, if left out. */
  readonly title?: string;
  /** The text to type as a confirmation; the name, if left out. */
  readonly typed?: string;
  /** Text of the button: "Delete client". */
  readonly verb: string;
  /** What is lost. */
  readonly about: ComponentChildren;
}

interface DeletionProps extends Pick<DangerProps, 'asksPassword' | 'errors' | 'etag'>, PageProps {
  readonly deletion: Deletion;
}

/** Asks before a record is deleted. */
export function deletionPage({ by, problem, deletion, ...danger }: DeletionProps): string {
  const { section, record, verb, about } = deletion;
  const { title = `Delete ${record.name}`, typed = record.name } = deletion;
  return renderQuestion({
    ...{ title, section, by, problem, of: record, lead: about },
    children: <DangerForm {...danger} action={`${record.href}/delete`} name={typed} verb={verb} />,
  });
}
