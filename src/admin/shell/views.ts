import { ApiProperty } from '@nestjs/swagger';
import type { ListPage } from './paging.js';

/** A member of an answer that may be null. */
export function ApiNullable(
  type: typeof String | typeof Number | typeof Date | 'integer',
  description?: string,
  example?: string,
): PropertyDecorator {
  return ApiProperty({ type, nullable: true, description, example });
}

/** The base of a view of a whole list. */
export function itemsOf<T>(item: new () => T): new () => { readonly items: readonly T[] } {
  class List {
    @ApiProperty({ type: [item] }) items!: readonly T[];
  }
  return List;
}

/** The base of a view of one page of a list. */
export function listOf<T>(item: new () => T): new () => ListPage<T> {
  class List {
    @ApiProperty({ type: [item] }) items!: readonly T[];
    @ApiNullable(String) next!: string | null;
  }
  return List;
}
