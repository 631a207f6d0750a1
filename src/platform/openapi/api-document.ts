import type { OpenAPIObject } from '@nestjs/swagger';

/** Read or built at the first request, so that it delays no start. */
export class ApiDocument {
  private built: OpenAPIObject | null = null;
  private build: () => OpenAPIObject = () => {
    throw new Error('the OpenAPI document is not connected');
  };

  connect(build: () => OpenAPIObject): void {
    this.build = build;
  }

  get(): OpenAPIObject {
    this.built ??= this.build();
    return this.built;
  }
}
