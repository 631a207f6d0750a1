import type { ComponentChildren } from 'preact';
import { FormError } from '../../../platform/pages/form.js';
import { asset } from '../../../platform/pages/assets.js';
import { renderDocument } from '../../../platform/pages/document.js';
import type { Administrator } from '../access/administrator.js';
import { addressOf } from './address-of.js';
import { PageTime } from './moment.js';
import { Shortcuts } from './shortcuts.js';
import { sectionOf, type Section } from './sections.js';
import { SideBar } from './side-bar.js';
import { TopBar, type Step } from './top-bar.js';

export interface ConsoleProps {
  readonly title: string;
  /** null: a page of no section, such as one that is not there. */
  readonly section: Section | null;
  readonly by: Administrator;
  /** Pages between the section and this one: the client whose secret it is about. */
  readonly under?: readonly Step[];
  /** Beside the title: the state of what the page is about. */
  readonly state?: ComponentChildren;
  /** At the right of the title: the page's primary action, and others that concern all of it. */
  readonly actions?: ComponentChildren;
  /** Notice about what the previous form did: "Changes saved." */
  readonly done?: string;
  /** A form that undoes it in one step; shown with `done` alone. */
  readonly undo?: ComponentChildren;
  /** What it was done to, as the audit names it: `client:shop`. */
  readonly target?: string;
  /** Error that concerns the whole page. */
  readonly problem?: string;
  readonly children: ComponentChildren;
}

/** Renders a page of the console: side bar, trail, title, notices, content. */
export function renderConsole(props: ConsoleProps): string {
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
          <FormError>{problem}</FormError>
          {children}
        </main>
        <Shortcuts by={by} />
        <script src={asset('console.js')} />
      </PageTime.Provider>
    ),
  });
}

/** The section as a step, unless this page is its first one. */
function sectionAbove(title: string, section: Section | null): Step[] {
  const { name, href } = sectionOf(section ?? 'home');
  return section !== null && name === title ? [] : [{ name, href }];
}

/** Says what was done; with script it floats above the page, and goes by itself unless there is something to do in it. */
function Done({ done, undo, target }: ConsoleProps) {
  if (!done) return null;
  return (
    <div class="notice good done">
      <span role="status">{done}</span>
      {undo}
      {target && <a href={addressOf('/admin/audit', { target })}>Audit</a>}
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
