import { Get, Post } from '@nestjs/common';
import { Console } from '../../../platform/operations/controllers.js';
import { ConsolePage } from '../../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../../shell/access/administrator.js';
import { outcomeOf, sentForm } from '../../shell/console/sent-form.js';
import { Confirmation } from '../../shell/console/confirmation.js';
import { ImportForm } from './account-import.args.js';
import { AccountImport } from './account-import.js';
import { accountImportPage } from './account-import.page.js';

/** The console page for importing a few accounts; large imports use the command line. */
@Console('accounts/import')
export class AccountImportConsole {
  constructor(
    private readonly imports: AccountImport,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminaccountimportpage', 'Import accounts')
  page(@AtConsole() { by, asksPassword }: ConsoleVisit): Shown {
    return html(accountImportPage({ by, text: '', asksPassword }));
  }

  @Post()
  @ConsolePage('adminaccountimportform', 'Imports accounts', { writes: true, shows: 'once' })
  async run(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const { by, asksPassword } = visit;
    const sent = await this.confirmation.withPassword(visit, sentForm(ImportForm, visit.body));
    const { lines: text } = sent.values;
    const outcome = await outcomeOf(sent, () => this.imports.run(text, by));
    if (!('done' in outcome)) {
      return html(accountImportPage({ by, text, asksPassword, ...outcome }), { status: 422 });
    }
    // Refused lines stay in the form, to be corrected.
    const refused = new Set(outcome.done.flatMap(({ line, result }) => (result === 'invalid' ? line : [])));
    const left = text.split('\n').filter((_, index) => refused.has(index + 1));
    return html(accountImportPage({ by, text: left.join('\n'), asksPassword, lines: outcome.done }));
  }
}
