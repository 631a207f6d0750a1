import { Body, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { Problems } from '../../platform/errors/problems.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { CurrentEditor, type Editor } from '../shell/access/editor.js';
import { tagged } from '../shell/etag.js';
import { NewProviderBody, ProviderChange, ProviderSecretBody } from './provider.args.js';
import { ProviderList, ProviderView } from './provider.view.js';
import { Providers, versionOfProvider } from './providers.service.js';

@AdminApi('providers')
export class ProvidersController {
  constructor(private readonly providers: Providers) {}

  @Get()
  @AdminRoute('adminproviderlist', 'Lists the providers where people may sign in', { answers: ProviderList })
  async list(): Promise<ProviderList> {
    return { items: await this.providers.list() };
  }

  @Post()
  @AdminRoute('adminprovidercreate', 'Creates a provider', {
    writes: true,
    needsConfirmation: true,
    status: 201,
    idempotency: 'answered alike',
    answers: ProviderView,
    problems: [Problems.conflict],
  })
  async create(@Body() asked: NewProviderBody, @CurrentAdministrator() by: Administrator): Promise<Shown> {
    return tagged(await this.providers.create(asked, by), versionOfProvider, 201);
  }

  @Get(':id')
  @AdminRoute('adminproviderget', 'One provider', { answers: ProviderView })
  async get(@Param('id') id: string): Promise<Shown> {
    return tagged(await this.providers.get(id), versionOfProvider);
  }

  @Patch(':id')
  @AdminRoute('adminproviderupdate', 'Changes a provider; takes effect on every node within 5 s', {
    writes: true,
    needsConfirmation: true,
    answers: ProviderView,
  })
  async update(
    @Param('id') id: string,
    @Body() change: ProviderChange,
    @CurrentEditor() by: Editor,
  ): Promise<Shown> {
    return tagged(await this.providers.update(id, change, by), versionOfProvider);
  }

  @Put(':id/secret')
  @AdminRoute('adminprovidersecret', 'Sets the client secret for a provider', {
    writes: true,
    needsConfirmation: true,
    answers: ProviderView,
  })
  async setSecret(
    @Param('id') id: string,
    @Body() { clientSecret }: ProviderSecretBody,
    @CurrentEditor() by: Editor,
  ): Promise<Shown> {
    return tagged(await this.providers.setSecret(id, clientSecret, by), versionOfProvider);
  }

  @Delete(':id')
  @AdminRoute('adminproviderdelete', 'Deletes a provider; connected accounts keep their ExternalIds', {
    writes: true,
    needsConfirmation: true,
    status: 204,
  })
  remove(@Param('id') id: string, @CurrentEditor() by: Editor): Promise<void> {
    return this.providers.remove(id, by);
  }
}
