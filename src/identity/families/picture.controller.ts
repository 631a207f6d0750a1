import { Get, NotFoundException, Param } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { Picture } from './picture.entity.js';
import { Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { BINARY } from '../../platform/operations/answers.js';
import { Shown } from '../../platform/operations/shown.js';
import { OpenPage } from '../../platform/operations/declare.js';

const HEADERS = {
  'Cache-Control': 'private, max-age=86400, immutable',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

@OpenPages('pictures', 'Pictures')
export class PictureController {
  constructor(@InjectRepository(Picture) private readonly pictures: Repository<Picture>) {}

  /**
   * The key is the permission, and the picture behind a key never changes. It is private to a family: shared caches
   * don't keep it.
   */
  @Get(':key')
  @OpenPage('picture', "A family's picture (WebP)", {
    because: 'The key in its address is the permission: 256 random bits.',
    answers: { 200: { 'image/webp': BINARY } },
  })
  async read(@Param('key') key: string): Promise<Shown> {
    const picture = /^[\w-]{43}\.webp$/.test(key)
      ? await this.pictures.findOneBy({ key: key.slice(0, -'.webp'.length) })
      : null;
    if (!picture) throw new NotFoundException();
    return new Shown('image/webp', picture.webp, { headers: HEADERS });
  }
}
