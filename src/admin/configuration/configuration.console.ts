import { Get, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { asFile, html, Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { doneIn } from '../shell/console/sent-form.js';
import { configurationPage } from './configuration.page.js';
import { Configuration } from './configuration.service.js';

const DONE: Readonly<Record<string, string>> = {
  imported: 'Import complete. It takes effect on every node within 5 seconds.',
};

/** The page for export and import, and the download of the export. */
@Console('configuration')
export class ConfigurationConsole {
  constructor(
    private readonly configuration: Configuration,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminconfigurationpage', 'Export and import')
  page(@AtConsole() visit: ConsoleVisit): Shown {
    const { by, asksPassword } = visit;
    return html(configurationPage({ by, asksPassword, done: doneIn(visit, DONE) }));
  }

  @Post()
  @ConsolePage('adminconfigurationdownload', 'Downloads rulesets and clients', { writes: true })
  async download(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const { by, asksPassword } = visit;
    const error = await this.confirmation.passwordProblem(visit);
    if (error !== null) {
      return html(configurationPage({ by, asksPassword, error }), { status: 422 });
    }
    const text = JSON.stringify(await this.configuration.export(by), null, 2);
    return new Shown('application/json; charset=utf-8', `${text}\n`, {
      headers: asFile('hearth-configuration.json'),
    });
  }
}
