import { Module } from '@nestjs/common';
import { ApiDocument } from '../openapi/api-document.js';
import { DocsController } from './docs.controller.js';
import { DocsPages } from './docs-pages.js';

@Module({
  controllers: [DocsController],
  providers: [ApiDocument, DocsPages],
})
export class DocsModule {}
