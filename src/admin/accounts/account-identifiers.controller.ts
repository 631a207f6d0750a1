import { Body, Delete, Param, Post } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { AddedIdentifierView } from './account.view.js';
import { AdministeredIdentifiers } from './administered-identifiers.js';
import { NewIdentifierBody } from './new-account.args.js';

/** E-mail addresses, phone numbers and logins; an ExternalId is connected and disconnected. */
@AdminApi('accounts/:accountId/identifiers')
export class AccountIdentifiersController {
  constructor(private readonly identifiers: AdministeredIdentifiers) {}

  @Post()
  @AdminRoute('adminidentifieradd', 'Adds an e-mail address, phone number or login to an account', {
    writes: true,
    needsConfirmation: true,
    status: 201,
    answers: AddedIdentifierView,
    problems: [Problems.conflict],
  })
  add(
    @Param('accountId') accountId: string,
    @Body() body: NewIdentifierBody,
    @CurrentAdministrator() by: Administrator,
  ): Promise<AddedIdentifierView> {
    return this.identifiers.add(accountId, body, by);
  }

  @Delete(':identifierId')
  @AdminRoute('adminidentifierremove', 'Removes an e-mail address, phone number or login from an account', {
    writes: true,
    needsConfirmation: true,
    status: 204,
    problems: [Problems.conflict],
  })
  remove(
    @Param('accountId') accountId: string,
    @Param('identifierId') identifierId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.identifiers.remove(accountId, identifierId, by);
  }
}
