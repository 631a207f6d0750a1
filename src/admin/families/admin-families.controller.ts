import { Body, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { followUp } from '../../platform/errors/outcome.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { CurrentEditor, type Editor } from '../shell/access/editor.js';
import { tagged } from '../shell/etag.js';
import { PageQuery } from '../shell/page-query.js';
import type { ListPage } from '../shell/paging.js';
import {
  FamilyChange,
  FamilyInvitationBody,
  FamilyQuery,
  HandOverBody,
  MemberBody,
  NewFamilyBody,
  NewFamilyPicture,
} from './admin-family.args.js';
import { AdministeredPictures } from './family-pictures.js';
import { FamilyDirectory } from './family-directory.js';
import { FamilyExport } from './family-export.js';
import { FamilyExportPage } from './family-export.view.js';
import {
  FamilyInvitationPage,
  FamilyInvitationView,
  FamilyPage,
  OneFamilyView,
  type FamilySummary,
} from './family.view.js';
import { Families, familyState } from './families.service.js';
import { AdministeredInvitations } from './invitations.service.js';

@AdminApi('families')
export class AdminFamiliesController {
  constructor(
    private readonly directory: FamilyDirectory,
    private readonly families: Families,
    private readonly invitations: AdministeredInvitations,
    private readonly pictures: AdministeredPictures,
    private readonly exports: FamilyExport,
  ) {}

  @Get('export')
  @AdminRoute(
    'adminfamilyexport',
    'Exports families with their members page by page, as a bootstrap file has them',
    { answers: FamilyExportPage },
  )
  export(@Query() query: PageQuery, @CurrentAdministrator() by: Administrator): Promise<FamilyExportPage> {
    return this.exports.page(query, by);
  }

  @Get()
  @AdminRoute('adminfamilylist', 'Lists families by the beginning of their name', {
    role: 'support',
    answers: FamilyPage,
  })
  list(@Query() query: FamilyQuery): Promise<ListPage<FamilySummary>> {
    return this.directory.list(query);
  }

  @Post()
  @AdminRoute(
    'adminfamilycreate',
    'Creates a family, with an existing account as its founder or without members',
    {
      writes: true,
      status: 201,
      idempotency: 'answered alike',
      answers: OneFamilyView,
      problems: [Problems.conflict],
    },
  )
  async create(@Body() body: NewFamilyBody, @CurrentAdministrator() by: Administrator): Promise<Shown> {
    const familyId = await this.families.create(body, by);
    return followUp(this.show(familyId, 201));
  }

  @Get(':familyId')
  @AdminRoute('adminfamilyget', 'One family with its members', { role: 'support', answers: OneFamilyView })
  get(@Param('familyId') familyId: string): Promise<Shown> {
    return this.show(familyId);
  }

  @Patch(':familyId')
  @AdminRoute('adminfamilyupdate', "Changes a family's name, premium type or services", {
    writes: true,
    answers: OneFamilyView,
  })
  async update(
    @Param('familyId') familyId: string,
    @Body() change: FamilyChange,
    @CurrentEditor() by: Editor,
  ): Promise<Shown> {
    await this.families.update(familyId, change, by);
    return followUp(this.show(familyId));
  }

  @Delete(':familyId')
  @AdminRoute('adminfamilydelete', 'Deletes a family without members', {
    writes: true,
    needsConfirmation: true,
    status: 204,
    problems: [Problems.conflict],
  })
  remove(@Param('familyId') familyId: string, @CurrentEditor() by: Editor): Promise<void> {
    return this.families.remove(familyId, by);
  }

  @Post(':familyId/hand-over')
  @AdminRoute('adminfamilyhandover', 'Makes another member the founder, and the founder an administrator', {
    writes: true,
    answers: OneFamilyView,
    problems: [Problems.conflict],
  })
  async handOver(
    @Param('familyId') familyId: string,
    @Body() { accountId }: HandOverBody,
    @CurrentAdministrator() by: Administrator,
  ): Promise<OneFamilyView> {
    await this.families.handOver(familyId, accountId, by);
    return followUp(this.directory.get(familyId));
  }

  @Put(':familyId/picture')
  @AdminRoute('adminfamilypicture', 'Sets the picture of a family', {
    writes: true,
    takesLargeBody: true,
    answers: OneFamilyView,
  })
  async setPicture(
    @Param('familyId') familyId: string,
    @Body() { data }: NewFamilyPicture,
    @CurrentAdministrator() by: Administrator,
  ): Promise<OneFamilyView> {
    await this.pictures.set(familyId, Buffer.from(data, 'base64'), by);
    return followUp(this.directory.get(familyId));
  }

  @Delete(':familyId/picture')
  @AdminRoute('adminfamilypictureremove', 'Removes the picture of a family', { writes: true, status: 204 })
  removePicture(
    @Param('familyId') familyId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.pictures.set(familyId, null, by);
  }

  @Put(':familyId/members/:accountId')
  @AdminRoute('adminmemberput', 'Adds an account to a family, or changes its role there', {
    writes: true,
    answers: OneFamilyView,
    problems: [Problems.conflict],
  })
  async putMember(
    @Param('familyId') familyId: string,
    @Param('accountId') accountId: string,
    @Body() { accountType }: MemberBody,
    @CurrentAdministrator() by: Administrator,
  ): Promise<OneFamilyView> {
    await this.families.putMember(familyId, accountId, accountType, by);
    return followUp(this.directory.get(familyId));
  }

  @Delete(':familyId/members/:accountId')
  @AdminRoute('adminmemberremove', 'Removes an account from a family', {
    writes: true,
    status: 204,
    problems: [Problems.conflict],
  })
  removeMember(
    @Param('familyId') familyId: string,
    @Param('accountId') accountId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.families.removeMember(familyId, accountId, by);
  }

  @Get(':familyId/invitations')
  @AdminRoute('adminfamilyinvitationlist', 'Lists the pending invitations to a family', {
    role: 'support',
    answers: FamilyInvitationPage,
  })
  async listInvitations(@Param('familyId') familyId: string): Promise<FamilyInvitationPage> {
    const family = await this.directory.get(familyId);
    return { items: await this.invitations.of(family.familyId), next: null };
  }

  @Post(':familyId/invitations')
  @AdminRoute('adminfamilyinvite', 'Invites a person without an account to a family, by e-mail', {
    writes: true,
    status: 201,
    idempotency: 'answered alike',
    answers: FamilyInvitationView,
    problems: [Problems.conflict],
  })
  invite(
    @Param('familyId') familyId: string,
    @Body() body: FamilyInvitationBody,
    @CurrentAdministrator() by: Administrator,
  ): Promise<FamilyInvitationView> {
    return this.invitations.invite(familyId, body, by);
  }

  @Delete(':familyId/invitations/:invitationId')
  @AdminRoute('adminfamilyinvitationwithdraw', 'Withdraws a pending invitation to a family', {
    writes: true,
    status: 204,
    problems: [Problems.conflict],
  })
  withdraw(
    @Param('familyId') familyId: string,
    @Param('invitationId') invitationId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.invitations.withdraw(familyId, invitationId, by);
  }

  private async show(familyId: string, status = 200): Promise<Shown> {
    return tagged(await this.directory.get(familyId), familyState, status);
  }
}
