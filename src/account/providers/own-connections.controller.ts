import { Get, Param, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { ProviderConnections } from '../../oauth/providers/provider-connections.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import type { Long } from '../../platform/operations/long.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import { readerOf } from '../../platform/pages/reader.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import { WaysIn } from '../ways/ways-in.js';
import { removalPage } from '../frame/removal.page.js';
import { textsIn } from '../../platform/pages/texts/texts.js';

/** Removes a person's connection with a provider. */
@AccountPages('account/connections/:id')
export class OwnConnectionsController {
  constructor(
    private readonly connections: ProviderConnections,
    private readonly ways: WaysIn,
  ) {}

  @Get()
  @AccountPage('accountdisconnection', 'Asks whether to disconnect a provider', { isSensitive: true })
  ask(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Promise<Shown> {
    return this.show(visit, id);
  }

  @Post()
  @AccountPage(
    'accountconnectionend',
    'Disconnects a provider from the account',
    formOn('/account/connections/:id'),
  )
  async disconnect(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Promise<Shown> {
    const { accountId } = visit.account;
    const isLast = (tx: Transaction) => this.ways.isLast(tx, accountId, { connection: id });
    if (await this.connections.disconnect(id, byUser(visit), isLast)) return seeOther(SECTIONS.signIn);
    return this.show(visit, id, 'lastWayIn');
  }

  private async show(visit: OwnVisit, id: Long, error?: ErrorKey): Promise<Shown> {
    const { connected } = await this.connections.of(visit.account.accountId);
    const found = connected.find((each) => each.id === id);
    if (!found) return seeOther(SECTIONS.signIn); // gone already
    const { name } = found.provider;
    const reader = readerOf(visit);
    const t = textsIn(reader.language);
    const page = removalPage(reader, {
      title: t('provider.disconnectTitle', { name }),
      lead: t('provider.disconnectLead', { name }),
      action: `/account/connections/${id}`,
      verb: t('account.disconnect'),
      error,
    });
    return html(page, { status: error === undefined ? 200 : 409 });
  }
}
