import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class ImportedLine {
  @ApiProperty({ description: 'Line number in the request, starting at 1.' }) line!: number;
  @ApiProperty({ enum: ['created', 'exists', 'invalid'] }) result!: 'created' | 'exists' | 'invalid';
  @ApiPropertyOptional() accountId?: string;
  @ApiPropertyOptional({ description: 'What is wrong with the line, or what was not changed.' })
  message?: string;
  @ApiPropertyOptional({
    type: [String],
    description: 'Only in a dry run, of a line to create: its identifiers as they are compared.',
  })
  compared?: string[];
}

export class ImportedLines {
  @ApiProperty({ type: [ImportedLine] }) items!: ImportedLine[];
}
