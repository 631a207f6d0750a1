import { Get } from '@nestjs/common';
import { Console } from '../../../platform/operations/controllers.js';
import { ConsolePage } from '../../../platform/operations/declare-admin.js';
import { redirect, type Shown } from '../../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../access/administrator.js';

/** The addresses that pages of the console had before, which bookmarks and links in mails may have: each leads to the page, with its query. */
@Console('')
export class MovedConsole {
  @Get('new-client')
  @ConsolePage('adminclientnewmoved', 'Leads to the form for a new client')
  newClient(@AtConsole() visit: ConsoleVisit): Shown {
    return movedTo('/admin/clients/new', visit);
  }

  @Get('new-family')
  @ConsolePage('adminfamilynewmoved', 'Leads to the form for a new family')
  newFamily(@AtConsole() visit: ConsoleVisit): Shown {
    return movedTo('/admin/families/new', visit);
  }

  @Get('tokens')
  @ConsolePage('admintokenspage', 'Leads to the grants', { role: 'support' })
  grants(@AtConsole() visit: ConsoleVisit): Shown {
    return movedTo('/admin/grants', visit);
  }
}

function movedTo(address: string, { target, path }: ConsoleVisit): Shown {
  return redirect(308, address + target.slice(path.length));
}
