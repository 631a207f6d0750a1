import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { declaredOperations } from '../../platform/operations/controllers.js';
import type { Operation } from '../../platform/operations/operation.js';

type NamedOperation = Pick<Operation, 'name' | 'summary'> & { readonly isAdministration: boolean };

/**
 * All operations that rulesets judge by name: calls, endpoints, /authorize and the routes of the administration API.
 */
@Injectable()
export class DeclaredOperations {
  private found: readonly NamedOperation[] | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** All of them, ordered by name. */
  get all(): readonly NamedOperation[] {
    this.found ??= this.discover();
    return this.found;
  }

  private discover(): NamedOperation[] {
    return declaredOperations(this.discovery, this.scanner)
      .filter(({ client }) => client !== 'none')
      .filter(({ administration }) => administration?.surface !== 'console')
      .map(({ name, summary, administration }) => ({
        name,
        summary,
        isAdministration: administration !== null,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
