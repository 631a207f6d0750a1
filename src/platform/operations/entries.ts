import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, ValidateNested } from 'class-validator';
import { IfSent } from './if-sent.js';

interface Limits {
  /** How many there may be; left out: any number. */
  readonly most?: number;
  readonly description?: string;
}

/** A list of entries in a document, which may be left out. */
export function Entries(entry: new () => object, { most, description }: Limits = {}): PropertyDecorator {
  return applyDecorators(
    Type(() => entry),
    IsArray(),
    ValidateNested({ each: true }),
    ...(most === undefined ? [] : [ArrayMaxSize(most)]),
    IfSent(),
    ApiPropertyOptional({ type: [entry], ...(description !== undefined && { description }) }),
  );
}
