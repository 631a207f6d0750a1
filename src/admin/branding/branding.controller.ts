import { Body, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { followUp } from '../../platform/errors/outcome.js';
import { Problems } from '../../platform/errors/problems.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { CurrentEditor, type Editor } from '../shell/access/editor.js';
import { tagged } from '../shell/etag.js';
import { BrandingChange, BrandingQuery, NewImage } from './branding.args.js';
import { BrandingService, versionOfBranding } from './branding.service.js';
import { BrandingView, ImageView } from './branding.view.js';

@AdminApi('branding')
export class BrandingController {
  constructor(private readonly branding: BrandingService) {}

  @Get()
  @AdminRoute('adminbrandingget', 'The branding of the server or of a client: what is live, and the draft', {
    answers: BrandingView,
    problems: [Problems.notFound],
  })
  async get(@Query() { client }: BrandingQuery): Promise<Shown> {
    return tagged(await this.branding.get(client ?? null), versionOfBranding);
  }

  @Patch()
  @AdminRoute('adminbrandingdraft', 'Changes the draft, which nobody sees before it is published', {
    writes: true,
    answers: BrandingView,
    problems: [Problems.notFound],
  })
  async saveDraft(
    @Query() query: BrandingQuery,
    @Body() change: BrandingChange,
    @CurrentEditor() by: Editor,
  ): Promise<Shown> {
    await this.branding.saveDraft(query.client ?? null, change, by);
    return followUp(this.get(query));
  }

  @Post('publish')
  @AdminRoute('adminbrandingpublish', 'Publishes the draft; takes effect on every node within 5 s', {
    writes: true,
    needsConfirmation: true,
    answers: BrandingView,
    problems: [Problems.notFound, Problems.conflict],
  })
  async publish(@Query() query: BrandingQuery, @CurrentEditor() by: Editor): Promise<Shown> {
    await this.branding.publishDraft(query.client ?? null, by);
    return followUp(this.get(query));
  }

  @Delete('draft')
  @AdminRoute('adminbrandingdiscard', 'Discards the draft', {
    writes: true,
    status: 204,
    problems: [Problems.notFound, Problems.conflict],
  })
  discard(@Query() { client }: BrandingQuery, @CurrentEditor() by: Editor): Promise<void> {
    return this.branding.discard(client ?? null, by);
  }

  @Delete()
  @AdminRoute('adminbrandingremove', 'Removes the branding and its draft', {
    writes: true,
    needsConfirmation: true,
    status: 204,
    problems: [Problems.notFound, Problems.conflict],
  })
  remove(@Query() { client }: BrandingQuery, @CurrentEditor() by: Editor): Promise<void> {
    return this.branding.remove(client ?? null, by);
  }

  @Post('images')
  @AdminRoute('adminbrandingimage', 'Uploads a logo or icon, which is drawn anew as PNG', {
    writes: true,
    status: 201,
    idempotency: 'answered alike',
    answers: ImageView,
  })
  addImage(@Body() { field, data }: NewImage, @CurrentAdministrator() by: Administrator): Promise<ImageView> {
    return this.branding.addImage(field, Buffer.from(data, 'base64'), by);
  }
}
