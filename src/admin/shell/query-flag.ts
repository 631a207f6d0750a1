import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';

/** An optional query parameter that is "true", also without a value, or "false". */
export function QueryFlag(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: Boolean }),
    IsOptional(),
    Transform(({ value }: { value: unknown }): unknown =>
      value === 'true' || value === '' ? true : value === 'false' ? false : value,
    ),
    IsBoolean(),
  );
}
