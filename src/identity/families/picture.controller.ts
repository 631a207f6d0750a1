import { Controller, Get, NotFoundException, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { BINARY } from '../../platform/operations/answers.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { Database } from '../../platform/database/database.js';

const FIND = { name: 'picture', text: 'SELECT webp FROM picture WHERE key = $1' };

@ApiTags('Pictures')
@Controller('pictures')
export class PictureController {
  constructor(private readonly database: Database) {}

  /** The key is the permission, and the picture behind a key never changes. */
  @Get(':key')
  @OpenPage('picture', "A family's picture (WebP)", {
    because: 'The key in its address is the permission: 256 random bits.',
    answers: { 200: { 'image/webp': BINARY } },
  })
  async read(@Param('key') key: string, @Res() response: Response): Promise<void> {
    const [row] = /^[\w-]{43}\.webp$/.test(key)
      ? await this.database.query<{ webp: Buffer }>(FIND, [key.slice(0, -'.webp'.length)])
      : [];
    if (!row) throw new NotFoundException();
    response
      .set({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
      .type('image/webp')
      .send(row.webp);
  }
}
