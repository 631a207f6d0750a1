import { Get, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { queryIn } from '../shell/console/sent-form.js';
import { configurationPage } from './configuration.page.js';
import { Configuration } from './configuration.service.js';

const DONE: Readonly<Record<string, string>> = {
  imported: 'Import complete. It takes effect on every node within 5 seconds.',
};

/** The page for export and import, and the download of the export. */
@Console('configuration')
@UsePipes(bodyPipe)
export class ConfigurationConsole {
  constructor(
    private readonly configuration: Configuration,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminconfigurationpage', 'Export and import')
  page(@CurrentAdministrator() by: Administrator, @Req() request: Request): string {
    const done = DONE[queryIn(request, 'done')];
    return configurationPage({ by, asksPassword: this.confirmation.asksPassword(by), done });
  }

  @Post()
  @ConsolePage('adminconfigurationdownload', 'Downloads rulesets and clients', { writes: true })
  async download(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const error = await this.confirmation.passwordProblem(request, by);
    if (error !== null) {
      const asksPassword = this.confirmation.asksPassword(by);
      response.status(422).type('html').send(configurationPage({ by, asksPassword, error }));
      return;
    }
    const text = JSON.stringify(await this.configuration.export(by), null, 2);
    response.attachment('hearth-configuration.json').type('json').send(`${text}\n`);
  }
}
