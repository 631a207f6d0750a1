import { Get, Header } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { JwksView } from './jwks.view.js';
import { SigningKeys } from '../signing/signing-keys.js';

@OpenPages('jwks', 'Third-party authorization')
export class JwksController {
  constructor(private readonly keys: SigningKeys) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=3600')
  @Header('Access-Control-Allow-Origin', '*')
  @OpenPage('jwks', 'Public keys of the id_tokens (RFC 7517)', {
    because: 'Public keys, for whoever has an id_token to check.',
    answers: { 200: JwksView },
  })
  async jwks(): Promise<JwksView> {
    return { keys: await this.keys.published() };
  }
}
