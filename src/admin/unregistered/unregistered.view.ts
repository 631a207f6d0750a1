import { ApiProperty } from '@nestjs/swagger';
import { listOf } from '../shell/views.js';

/** An application that nobody registered, as long as an account allows it something. */
export class UnregisteredView {
  @ApiProperty({ example: 'https://notes.example/client.json', description: 'The URL of its document.' })
  clientId!: string;

  @ApiProperty({ example: 'notes.example' })
  host!: string;

  @ApiProperty({ description: 'How many accounts allow it something.' })
  accounts!: number;

  @ApiProperty({ description: 'When the first of them did.' })
  createdAt!: Date;

  @ApiProperty({ description: 'Whether UNREGISTERED_CLIENTS lets its host in: otherwise it is refused.' })
  isWelcome!: boolean;
}

export class UnregisteredPage extends listOf(UnregisteredView) {}
