import { Fragment, type ComponentChildren } from 'preact';
import { FieldProblems, type FieldProblem } from '../../../platform/pages/form.js';
import { asset } from '../../../platform/pages/assets.js';
import { renderDocument } from '../../../platform/pages/document.js';
import type { Administrator } from '../access/administrator.js';
import { amount } from '../amount.js';
import { addressWith } from './address-with.js';
import { PageTime } from './moment.js';
import type { Refused } from './sent-form.js';
import { Shortcuts } from './shortcuts.js';
import { sectionOf, type Section } from './sections.js';
import { SideBar } from './side-bar.js';
import { TopBar, type Step } from './top-bar.js';

export interface ConsoleProps {
  readonly title: string;
  /** null: a page without a section, such as an error page. */
  readonly section: Section | null;
  readonly by: Administrator;
  /** Pages between the section and this one, such as the client of a secret. */
  readonly under?: readonly Step[];
  /** Beside the title: the state of the record. */
  readonly state?: ComponentChildren;
  /** At the right of the title: the primary action of the page, and other actions for the whole page. */
  readonly actions?: ComponentChildren;
  /** Notice of the previous form: "Changes saved." */
  readonly done?: string;
  /** A form that undoes it in one step; only shown with `done`. */
  readonly undo?: ComponentChildren;
  /** The record that was changed, as the audit names it: `client:shop`. */
  readonly target?: string;
  /** Why a form is shown again: what its fields tell is not repeated (D381). */
  readonly problem?: string;
  readonly children: ComponentChildren;
}

/** What a page gets of the visit and of the form that led to it. */
export interface PageProps extends Pick<ConsoleProps, 'by' | 'done'>, Partial<Refused> {}

/** Of a page with a form that changes a record: the state that it shows, and whether the form needs the password. */
export interface RecordPageProps extends PageProps {
  readonly etag: string;
  /** The password was not confirmed in the last minutes. */
  readonly asksPassword: boolean;
}

/** Renders a page of the console: side bar, trail, title, notices, content. */
export function renderConsole(props: ConsoleProps): string {
  if (!props.problem) return rendered(props, []);
  const wrong: FieldProblem[] = [];
  rendered(props, [], wrong); // what the fields tell is known once they were rendered
  return rendered(props, wrong);
}

function rendered(
  props: ConsoleProps,
  wrong: readonly FieldProblem[],
  collected: FieldProblem[] | null = null,
): string {
  const { title, section, by, under = [], problem, children } = props;
  return renderDocument({
    title,
    styles: ['frame.css', 'records.css'],
    children: (
      <PageTime.Provider value={by.at}>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <SideBar by={by} section={section} />
        <TopBar by={by} title={title} above={[...sectionAbove(title, section), ...under]} />
        <main id="content">
          <Head {...props} />
          <Done {...props} />
          <Told problem={problem} wrong={wrong} />
          <FieldProblems.Provider value={collected}>{children}</FieldProblems.Provider>
        </main>
        <Shortcuts by={by} />
        <script src={asset('buttons.js')} />
        <script src={asset('console.js')} />
      </PageTime.Provider>
    ),
  });
}

/** The section as a step, unless this page is its first one. */
function sectionAbove(title: string, section: Section | null): Step[] {
  const { name, href } = sectionOf(section ?? 'overview');
  return section !== null && name === title ? [] : [{ name, href }];
}

interface ToldProps {
  readonly problem?: string;
  readonly wrong: readonly FieldProblem[];
}

/** How many fields are wrong, each a link to it; and what no field tells. */
function Told({ problem = '', wrong }: ToldProps) {
  const rest = wrong.reduce((text, { error }) => text.replace(error, ''), problem).trim();
  if (rest === '' && wrong.length === 0) return null;
  return (
    <div role="alert" class="notice error">
      {rest !== '' && <p>{rest}</p>}
      {wrong.length > 0 && (
        <p>
          {amount(wrong.length, 'problem')}:{' '}
          {wrong.map(({ id, label }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <a href={`#${id}`}>{label}</a>
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}

/** Says what was done. With JavaScript it floats above the page, and disappears by itself unless it has a form or link to use. */
function Done({ done, undo, target }: ConsoleProps) {
  if (!done) return null;
  return (
    <div class="notice good done">
      <span role="status">{done}</span>
      {undo}
      {target && <a href={addressWith('/admin/audit', { target })}>Audit</a>}
    </div>
  );
}

function Head({ title, state, actions }: ConsoleProps) {
  return (
    <div class="head">
      <h1>{title}</h1>
      {state}
      {actions && <div class="choices">{actions}</div>}
    </div>
  );
}
