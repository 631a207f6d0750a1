import { Get, Param, Query } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { seeOther, Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { browserDigests, ensureBrowser } from '../../identity/sign-ins/browser-cookie.js';
import { ProviderAccounts } from '../../oauth/providers/provider-accounts.js';
import { leaveFor, sayNote } from '../../oauth/providers/provider-leaving.js';
import { ProviderSignIns, type ProviderRefusal } from '../../oauth/providers/provider-sign-ins.js';
import { ProviderTrials } from '../../oauth/providers/provider-trials.js';
import type { PersonsPurpose } from '../../oauth/providers/provider-visits.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { ProviderArrivals } from './provider-arrivals.js';

const BY_BUTTON = 'Its buttons are where people come to sign in.';
const BY_STATE = 'The state in its address says what is asked, of the browser that was sent to the provider.';
/** Pages that a sign-in leads to: of the account, of an authorization, behind a link that asks for a decision. */
const PAGE =
  /^\/(account(\/[\w-]+)*|welcome|device(\?user_code=[\w-]{1,32})?|challenge\?session_id=[\w-]{43}|(link|proposal)\/[\w-]{18,43})$/;
const HOME = '/account';

/** The way to a provider, and back from it (D258). */
@OpenPages('sign-in/provider/:id')
export class ProviderSignInController {
  constructor(
    private readonly signIns: ProviderSignIns,
    private readonly arrivals: ProviderArrivals,
    private readonly accounts: ProviderAccounts,
    private readonly trials: ProviderTrials,
  ) {}

  @Get()
  @OpenPage('signinprovider', 'Leads to a provider where people sign in', {
    because: BY_BUTTON,
    keepsOpener: true,
  })
  leave(
    @Param('id') id: string,
    @Query('next') next: unknown,
    @Query('for') reason: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return leaveFor(this.signIns, id, purposeOf(reason, next), visit);
  }

  @Get('callback')
  @OpenPage('signinprovidercallback', 'Takes back who comes from a provider', {
    because: BY_STATE,
    keepsOpener: true,
  })
  async comeBack(@Param('id') id: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    if (visit.exchange.method === 'HEAD') return new Shown(null, ''); // it must not use up a state
    const query = queryOf(visit.target);
    const back = await this.signIns.finish(id, query, browserDigests(visit));
    if ('problem' in back) return this.refuse(back, visit);
    const { purpose } = back;
    if (purpose.kind === 'try') return this.trials.receive(back, purpose, visit);
    const browser = ensureBrowser(visit);
    const outcome = await this.arrivals.receive({ ...back, purpose }, { visit, browser });
    if ('to' in outcome) return seeOther(outcome.to);
    return sayNote(visit, outcome.note, { name: back.provider.name, purpose });
  }

  private async refuse(back: ProviderRefusal, visit: Visit): Promise<Shown> {
    const { provider, purpose, problem, reason } = back;
    if (purpose?.kind === 'try') return this.trials.receive(back, purpose, visit);
    const { address } = visit;
    if (provider) await this.accounts.noteRefusal(provider.id, reason, { address });
    return sayNote(visit, problem, { name: provider?.name ?? null, purpose });
  }
}

function purposeOf(reason: unknown, next: unknown): PersonsPurpose {
  if (reason === 'connect') return { kind: 'connect' };
  return { kind: reason === 'confirm' ? 'confirm' : 'signIn', next: pageIn(next) };
}

function queryOf(target: string): string {
  const at = target.indexOf('?');
  return at === -1 ? '' : target.slice(at);
}

function pageIn(next: unknown): string {
  return typeof next === 'string' && PAGE.test(next) ? next : HOME;
}
