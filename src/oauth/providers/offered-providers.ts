import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { KeptForPages } from '../../platform/database/kept-for-pages.js';
import { IdentityProvider } from './identity-provider.entity.js';

/** What a button needs. */
export type OfferedProvider = Pick<IdentityProvider, 'id' | 'issuer' | 'name' | 'buttonText'>;

/** The providers that this process knows; pages are rendered without waiting for anything, as with brandings. */
let known: readonly OfferedProvider[] = [];

/** The enabled ones, by name. */
export function offeredProviders(): readonly OfferedProvider[] {
  return known;
}

/** The enabled providers, on every page with a sign-in form. */
@Injectable()
export class OfferedProviders extends KeptForPages<OfferedProvider> {
  protected readonly topic = 'identity provider';

  protected read(manager: EntityManager): Promise<OfferedProvider[]> {
    return manager.find(IdentityProvider, {
      select: { id: true, issuer: true, name: true, buttonText: true },
      where: { isEnabled: true },
      order: { name: 'ASC', id: 'ASC' },
    });
  }

  protected keep(rows: readonly OfferedProvider[]): void {
    known = rows;
  }
}
