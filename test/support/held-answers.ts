import type { OpenAPIObject } from '@nestjs/swagger';
import type { Server } from 'node:http';

/** An OpenAPI document to check answers against. */
export interface HeldDocument {
  /** The mismatch of an answer; null: none, or the path is not in the document. */
  problemWith(
    method: string,
    path: string,
    status: number,
    type: string,
    chunks: readonly Buffer[],
  ): string | null;
}

/** test/runner/environment.mjs */
declare const requireOutside: (path: './held-answers.mjs') => {
  HeldDocument: new (document: OpenAPIObject) => HeldDocument;
  holdAnswers(server: Server, readDocument: () => OpenAPIObject): ReadonlySet<string>;
};

export function heldDocument(document: OpenAPIObject): HeldDocument {
  return new (requireOutside('./held-answers.mjs').HeldDocument)(document);
}

/** Checks each answer of a test server against the OpenAPI document (ADR 8). */
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
