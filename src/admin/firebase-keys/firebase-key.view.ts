import { ApiProperty } from '@nestjs/swagger';
import { itemsOf } from '../shell/views.js';

/** A signer key, without the key. */
export class FirebaseKeyView {
  @ApiProperty({ example: '4f1c2b7a90d3e865', description: 'What password hashes name, as `k=…`.' })
  id!: string;

  @ApiProperty({ description: 'Which Firebase project it is.' })
  label!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({
    description:
      'How many accounts still have a hash that needs it: nobody has signed in to them since the import.',
  })
  accounts!: number;
}

export class FirebaseKeyList extends itemsOf(FirebaseKeyView) {}
