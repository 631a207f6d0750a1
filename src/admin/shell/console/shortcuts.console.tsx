import { Get } from '@nestjs/common';
import { Console } from '../../../platform/operations/controllers.js';
import { ConsolePage } from '../../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../../platform/operations/shown.js';
import { CurrentAdministrator, type Administrator } from '../access/administrator.js';
import { renderConsole } from './console-frame.js';
import { ShortcutList } from './shortcuts.js';

/** The keyboard shortcuts as a page, for browsers without popovers. */
@Console('shortcuts')
export class ShortcutsConsole {
  @Get()
  @ConsolePage('adminshortcutspage', 'The keyboard shortcuts of the console', { role: 'support' })
  page(@CurrentAdministrator() by: Administrator): Shown {
    const page = renderConsole({
      title: 'Keyboard shortcuts',
      section: 'overview',
      by,
      children: (
        <>
          <p class="lead">Shortcuts need JavaScript. Everything also works with Tab and Enter.</p>
          <ShortcutList by={by} />
        </>
      ),
    });
    return html(page);
  }
}
