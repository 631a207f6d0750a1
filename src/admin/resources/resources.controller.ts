import { Body, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { Problems } from '../../platform/errors/problems.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { CurrentEditor, type Editor } from '../shell/access/editor.js';
import { tagged, wholeState } from '../shell/etag.js';
import { NewResourceBody, ResourceChange } from './resource.args.js';
import { ResourceList, ResourceView } from './resource.view.js';
import { Resources } from './resources.service.js';

@AdminApi('resources')
export class ResourcesController {
  constructor(private readonly resources: Resources) {}

  @Get()
  @AdminRoute('adminresourcelist', 'Lists the resource servers that tokens are issued for', {
    answers: ResourceList,
  })
  async list(): Promise<ResourceList> {
    return { items: await this.resources.list() };
  }

  @Post()
  @AdminRoute('adminresourcecreate', 'Creates a resource', {
    writes: true,
    needsConfirmation: true,
    status: 201,
    idempotency: 'answered alike',
    answers: ResourceView,
    problems: [Problems.conflict],
  })
  async create(@Body() asked: NewResourceBody, @CurrentAdministrator() by: Administrator): Promise<Shown> {
    return tagged(await this.resources.create(asked, by), wholeState, 201);
  }

  @Get(':id')
  @AdminRoute('adminresourceget', 'One resource', { answers: ResourceView })
  async get(@Param('id') id: string): Promise<Shown> {
    return tagged(await this.resources.get(id), wholeState);
  }

  @Patch(':id')
  @AdminRoute('adminresourceupdate', 'Changes a resource; takes effect on every node within 5 s', {
    writes: true,
    needsConfirmation: true,
    answers: ResourceView,
  })
  async update(
    @Param('id') id: string,
    @Body() change: ResourceChange,
    @CurrentEditor() by: Editor,
  ): Promise<Shown> {
    return tagged(await this.resources.update(id, change, by), wholeState);
  }

  @Delete(':id')
  @AdminRoute('adminresourcedelete', 'Deletes a resource; its opaque tokens end, its JWTs expire', {
    writes: true,
    needsConfirmation: true,
    status: 204,
  })
  remove(@Param('id') id: string, @CurrentEditor() by: Editor): Promise<void> {
    return this.resources.remove(id, by);
  }
}
