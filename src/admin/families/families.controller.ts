import { Body, Delete, Get, Headers, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { json, type Shown } from '../../platform/operations/shown.js';
import { followUp } from '../../platform/errors/outcome.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { etagOf } from '../shell/etag.js';
import type { ListPage } from '../shell/paging.js';
import { FamilyChange, FamilyQuery, MemberBody, NewFamilyBody } from './family.args.js';
import { FamilyDirectory } from './family-directory.js';
import { FamilyPage, OneFamilyView, type FamilySummary } from './family.view.js';
import { Families, stateOf } from './families.service.js';

@AdminApi('families')
export class FamiliesController {
  constructor(
    private readonly directory: FamilyDirectory,
    private readonly families: Families,
  ) {}

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
  @AdminRoute('adminfamilyupdate', "Changes a family's name or premium type", {
    writes: true,
    isConditional: true,
    answers: OneFamilyView,
  })
  async update(
    @Param('familyId') familyId: string,
    @Body() change: FamilyChange,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentAdministrator() by: Administrator,
  ): Promise<Shown> {
    await this.families.update(familyId, change, ifMatch, by);
    return followUp(this.show(familyId));
  }

  @Delete(':familyId')
  @AdminRoute('adminfamilydelete', 'Deletes a family without members', {
    writes: true,
    needsConfirmation: true,
    isConditional: true,
    status: 204,
    problems: [Problems.conflict],
  })
  remove(
    @Param('familyId') familyId: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    return this.families.remove(familyId, ifMatch, by);
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

  private async show(familyId: string, status = 200): Promise<Shown> {
    const family: OneFamilyView = await this.directory.get(familyId);
    return json(family, { status, headers: { ETag: etagOf(stateOf(family)) } });
  }
}
