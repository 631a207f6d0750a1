import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { browserDigests, ensureBrowser } from '../../identity/sign-ins/browser-cookie.js';
import { ProviderTrials } from '../../oauth/providers/provider-trials.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { triedPage, tryPage } from './provider-trial.page.js';
import { Providers } from './providers.service.js';

/** Tries a provider, before people do (D297). */
@Console('providers/:id/try')
export class ProviderTrialConsole {
  constructor(
    private readonly providers: Providers,
    private readonly trials: ProviderTrials,
  ) {}

  @Post()
  @ConsolePage(
    'adminprovidertry',
    'Reads the metadata of a provider, and begins a sign-in that signs nobody in',
    {
      writes: true,
    },
  )
  async begin(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const provider = await this.providers.find(id);
    const { accountId, address } = visit.by;
    const traveller = { browser: ensureBrowser(visit), address };
    const begun = await this.trials.begin(provider, accountId, traveller);
    return html(tryPage({ by: visit.by, provider, ...begun }));
  }

  @Get(':token')
  @ConsolePage('adminprovidertriedpage', 'What came back from a provider that was tried')
  async tried(
    @AtConsole() visit: ConsoleVisit,
    @Param('id') id: string,
    @Param('token') token: string,
  ): Promise<Shown> {
    const provider = await this.providers.find(id);
    const outcome = await this.trials.find(token, id, visit.by.accountId, browserDigests(visit));
    if (outcome === null)
      throw notFound('such result: each is kept for ten minutes, for the browser that went there');
    return html(triedPage({ by: visit.by, provider, outcome }));
  }
}
