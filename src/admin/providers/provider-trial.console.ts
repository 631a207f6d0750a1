import { Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { browserDigests, ensureBrowser } from '../../identity/sessions/browser-cookie.js';
import { ProviderTrials } from '../../oauth/providers/provider-trials.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
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
  @HttpCode(200)
  @ConsolePage(
    'adminprovidertry',
    'Reads the metadata of a provider, and begins a sign-in that signs nobody in',
    {
      writes: true,
    },
  )
  async begin(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const provider = await this.providers.find(id);
    const { accountId, address } = by;
    const traveller = { browser: ensureBrowser(request, response), address };
    return tryPage({ by, provider, ...(await this.trials.begin(provider, accountId, traveller)) });
  }

  @Get(':token')
  @ConsolePage('adminprovidertriedpage', 'What came back from a provider that was tried')
  async tried(
    @CurrentAdministrator() by: Administrator,
    @Param('id') id: string,
    @Param('token') token: string,
    @Req() request: Request,
  ): Promise<string> {
    const provider = await this.providers.find(id);
    const outcome = await this.trials.find(token, id, by.accountId, browserDigests(request));
    if (outcome === null)
      throw notFound('such result: each is kept for ten minutes, for the browser that went there');
    return triedPage({ by, provider, outcome });
  }
}
