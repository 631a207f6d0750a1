import { ApiProperty } from '@nestjs/swagger';

export class LiveView {
  @ApiProperty({ enum: ['up'] }) status!: 'up';
}

class ChecksView {
  @ApiProperty({ enum: ['up', 'read-only', 'down'] }) database!: 'up' | 'read-only' | 'down';
  @ApiProperty({ enum: ['up', 'stopping'] }) server!: 'up' | 'stopping';
  @ApiProperty({ enum: ['right', 'wrong', 'unknown'] }) clock!: 'right' | 'wrong' | 'unknown';
}

export class ReadyView {
  @ApiProperty({ enum: ['up', 'down'] }) status!: 'up' | 'down';
  @ApiProperty({ type: ChecksView }) checks!: ChecksView;
}
