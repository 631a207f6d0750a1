import { Get, NotFoundException, Param } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { BINARY, TEXT } from '../../platform/operations/answers.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { Shown } from '../../platform/operations/shown.js';
import { accentIn, accentStyles } from '../../platform/pages/accent.js';
import { BrandImages } from './brand-images.js';

const FOR_EVER = { headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } };

/** What pages of a branding load: its images, and a style sheet with its colours. Both are what their address says. */
@OpenPages('assets/brand', 'Pictures')
export class BrandAssetsController {
  constructor(private readonly images: BrandImages) {}

  @Get(':name')
  @OpenPage('brandasset', "A branding's logo or icon (PNG), or the style sheet with its colours", {
    because: 'Sign-in pages show it.',
    answers: { 200: { 'image/png': BINARY, 'text/css': TEXT } },
  })
  async read(@Param('name') name: string): Promise<Shown> {
    const accent = accentIn(name);
    if (accent) return new Shown('text/css; charset=utf-8', accentStyles(accent), FOR_EVER);
    const [, key] = /^([\da-f]{64})\.png$/.exec(name) ?? [];
    const png = key === undefined ? null : await this.images.find(key);
    if (!png) throw new NotFoundException();
    return new Shown('image/png', png, FOR_EVER);
  }
}
