import { Get, Param, Post } from '@nestjs/common';
import { doneIn } from '../../platform/checks/form.js';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { listed } from '../shell/console/listed.js';
import { doneOrRefused } from '../shell/console/sent-form.js';
import { UnregisteredQuery } from './unregistered.args.js';
import { UNREGISTERED_PATH, unregisteredPage, type UnregisteredPageProps } from './unregistered.page.js';
import { Unregistered } from './unregistered.service.js';

const DONE: Readonly<Record<string, string>> = {
  ended: 'Ended on every node. It comes back as soon as someone allows it again.',
};

/** The page of applications that nobody registered. */
@Console('unregistered-clients')
export class UnregisteredConsole {
  constructor(private readonly unregistered: Unregistered) {}

  @Get()
  @ConsolePage('adminunregisteredpage', 'Applications that nobody registered')
  page(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    return this.show(visit, visit.query, { done: doneIn(visit, DONE) });
  }

  @Post(':clientId/end')
  @ConsolePage('adminunregisteredendform', 'Ends an application that nobody registered', { writes: true })
  async end(@AtConsole() visit: ConsoleVisit, @Param('clientId') clientId: string): Promise<Shown> {
    const outcome = await doneOrRefused(this.unregistered.end(clientId, visit.by));
    return 'done' in outcome ? seeOther(`${UNREGISTERED_PATH}?done=ended`) : this.show(visit, {}, outcome);
  }

  /** 422 if the end was refused. */
  private async show(
    { by }: ConsoleVisit,
    filter: object,
    outcome: Partial<UnregisteredPageProps>,
  ): Promise<Shown> {
    const list = await listed({ by, query: filter }, UnregisteredQuery, (query) =>
      this.unregistered.list(query),
    );
    const status = outcome.problem === undefined ? 200 : 422;
    return html(unregisteredPage({ ...list, setting: this.unregistered.setting, ...outcome }), { status });
  }
}
