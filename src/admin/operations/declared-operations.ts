import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { declaredOperations } from '../../contract/declared-operations.js';
import type { Operation } from '../../contract/operation.js';

export type NamedOperation = Pick<Operation, 'name' | 'summary'> & { readonly isAdministration: boolean };

/** A page that anybody may open, but that is judged by its name once it knows the client (§3.3). */
const JUDGED_BY_ITSELF = 'oauth2authorize';

/** Everything that a ruleset judges by its name: calls, endpoints, pages of the authorization and the administration's routes. */
@Injectable()
export class DeclaredOperations {
  private found: readonly NamedOperation[] | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** In the order of their names. */
  get all(): readonly NamedOperation[] {
    this.found ??= this.discover();
    return this.found;
  }

  private discover(): NamedOperation[] {
    return declaredOperations(this.discovery, this.scanner)
      .filter(({ name, isOpen }) => !isOpen || name === JUDGED_BY_ITSELF)
      .filter(({ administration }) => administration?.surface !== 'console')
      .map(({ name, summary, administration }) => ({
        name,
        summary,
        isAdministration: administration !== null,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
