import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class ImportedLine {
  @ApiProperty({ description: 'Of what was sent, the first one is 1.' }) line!: number;
  @ApiProperty({ enum: ['created', 'exists', 'invalid'] }) result!: 'created' | 'exists' | 'invalid';
  @ApiPropertyOptional() accountId?: string;
  @ApiPropertyOptional({ description: 'What is wrong, or was left as it is.' }) message?: string;
}

export class ImportedLines {
  @ApiProperty({ type: [ImportedLine] }) items!: ImportedLine[];
}
