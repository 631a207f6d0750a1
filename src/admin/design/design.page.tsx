import type { ComponentChildren } from 'preact';
import type { Administrator } from '../shell/access/administrator.js';
import { renderConsole } from '../shell/console/frame.js';
import { Badges, Buttons, Icons, Moments, Notices, Swatches, Type } from './basics.js';
import { Forms } from './forms.js';
import { Copies, Dangers, Facts, Lists, Sections } from './records.js';

export function designPage(by: Administrator): string {
  return renderConsole({
    title: 'Design',
    section: null,
    by,
    done: 'What a page says after a change: “Changes saved.”',
    problem: 'What a page says when a form was refused. Each field says it beside itself too.',
    children: (
      <>
        <p class="lead">Every component in every state. docs/design.md says when to use which.</p>
        <Part title="Colours">
          <Swatches />
        </Part>
        <Part title="Type">
          <Type />
        </Part>
        <Part title="Buttons">
          <Buttons />
        </Part>
        <Part title="States and labels">
          <Badges />
        </Part>
        <Part title="Icons">
          <Icons />
        </Part>
        <Part title="Times">
          <Moments now={by.at} />
        </Part>
        <Part title="Notices">
          <Notices />
        </Part>
        <Part title="Forms">
          <Forms />
        </Part>
        <Part title="Ids, secrets and commands">
          <Copies />
        </Part>
        <Part title="Facts">
          <Facts />
        </Part>
        <Part title="Sections of a record">
          <Sections />
        </Part>
        <h2>Lists</h2>
        <Lists now={by.at} />
        <h2>What can’t be undone</h2>
        <Dangers />
      </>
    ),
  });
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
