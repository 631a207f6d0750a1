import { Get, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bodyPipe } from '../../contract/admin-body.js';
import { Console, ConsolePage } from '../../contract/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../access/administrator.js';
import { Confirmation } from '../console/confirmation.js';
import { configurationPage } from './configuration.page.js';
import { Configuration } from './configuration.service.js';

/** The export as a download; the import shows its differences on the command line. */
@Console('configuration')
@UsePipes(bodyPipe)
export class ConfigurationConsole {
  constructor(
    private readonly configuration: Configuration,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminconfigurationpage', 'Export and import')
  page(@CurrentAdministrator() by: Administrator): string {
    return configurationPage({ by, asksPassword: this.confirmation.asksPassword(by) });
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
