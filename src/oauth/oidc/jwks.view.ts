import { ApiProperty } from '@nestjs/swagger';
import type { JWK } from 'jose';

export class JwksView {
  @ApiProperty({ type: [Object], description: 'Public keys as RFC 7517 has them.' })
  keys!: readonly JWK[];
}
