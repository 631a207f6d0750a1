import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';

/** One parameter of a page's query, as the document tells it. */
export interface QueryParameter {
  readonly description: string;
  readonly isRequired?: boolean;
  /** In characters. */
  readonly maxLength?: number;
  readonly values?: readonly string[];
}

/** What a page takes in its query, where the handler reads it by itself. */
export function QueryParameters(parameters: Readonly<Record<string, QueryParameter>>): MethodDecorator {
  return applyDecorators(
    ...Object.entries(parameters).map(([name, { description, isRequired = false, maxLength, values }]) =>
      ApiQuery({
        name,
        description,
        required: isRequired,
        schema: { type: 'string', ...(maxLength && { maxLength }), ...(values && { enum: [...values] }) },
      }),
    ),
  );
}
