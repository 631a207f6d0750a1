import { ApiProperty } from '@nestjs/swagger';
import { ApiNullable } from '../shell/views.js';

/** The result of one check. */
export class CheckView {
  @ApiProperty({ example: 'mail' })
  name!: string;

  @ApiProperty({ enum: ['ok', 'warning', 'problem'] })
  result!: 'ok' | 'warning' | 'problem';

  @ApiProperty({ description: 'What was found.' })
  detail!: string;

  @ApiNullable(String, 'What to do about it.')
  advice!: string | null;
}

export function ok(name: string, detail: string): CheckView {
  return { name, result: 'ok', detail, advice: null };
}

export function warning(name: string, detail: string, advice: string): CheckView {
  return { name, result: 'warning', detail, advice };
}

export function problem(name: string, detail: string, advice: string): CheckView {
  return { name, result: 'problem', detail, advice };
}
