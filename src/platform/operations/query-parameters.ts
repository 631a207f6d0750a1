import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';

/** A query parameter of a page, for the OpenAPI document. */
export interface QueryParameter {
  readonly description: string;
  readonly isRequired?: boolean;
  /** In characters. */
  readonly maxLength?: number;
  readonly values?: readonly string[];
}

/** Documents the query parameters of a page whose handler reads them itself. */
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
