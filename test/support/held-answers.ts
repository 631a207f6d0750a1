import type { OpenAPIObject } from '@nestjs/swagger';
import type { Server } from 'node:http';

/** test/runner/environment.mjs */
declare const requireOutside: (path: './held-answers.mjs') => {
  holdAnswers(server: Server, readDocument: () => OpenAPIObject): ReadonlySet<string>;
};

/** Each answer that a server of the tests gives, held to the OpenAPI document (D181). */
export class HeldAnswers {
  private readonly problems: ReadonlySet<string>;

  constructor(server: Server, readDocument: () => OpenAPIObject) {
    this.problems = requireOutside('./held-answers.mjs').holdAnswers(server, readDocument);
  }

  requireNoProblem(): void {
    if (this.problems.size === 0) return;
    throw new Error(['Answers that /openapi.json does not describe:', ...this.problems].join('\n  '));
  }
}
