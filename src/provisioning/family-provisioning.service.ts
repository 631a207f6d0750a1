import { Injectable } from '@nestjs/common';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import { SERVICES } from '../identity/accounts/family-services.js';
import type { FamilyFields } from '../identity/families/family.service.js';
import { PictureConverter } from '../identity/families/picture-converter.js';
import type { CreateFamilyArgs, UpdateFamilyArgs } from './family.args.js';
import { ProvisionedRecords } from './provisioned-records.js';
import { eventBy, ProvisioningReach } from './reach.js';

/** Changes families for a partner's back end (§4.5); each call is one transaction. */
@Injectable()
export class FamilyProvisioning {
  constructor(
    private readonly database: Database,
    private readonly reach: ProvisioningReach,
    private readonly records: ProvisionedRecords,
    private readonly pictures: PictureConverter,
    private readonly audit: AuditLog,
  ) {}

  /** @throws CallError imageInvalid, imageTooLarge */
  async create(args: CreateFamilyArgs, requester: Requester): Promise<Long> {
    const webp = await this.webpOf(args.image);
    return this.database.once(requester, async (tx) => {
      const fields = { ...fieldsOf(args), name: args.name };
      const familyId = await this.records.createFamily(tx, fields, requester, webp);
      await this.audit.record(eventBy(requester, 'family.created', `family:${familyId}`), tx);
      return familyId;
    });
  }

  /** @throws CallError familyIdDoesNotExist, imageInvalid, imageTooLarge */
  async update(args: UpdateFamilyArgs, requester: Requester): Promise<Long> {
    const { familyId, name } = args;
    const webp = await this.webpOf(args.image);
    const fields = name === undefined ? fieldsOf(args) : { ...fieldsOf(args), name };
    await this.database.once(requester, async (tx) => {
      const family = await this.reach.family(tx, familyId, requester);
      await this.records.changeFamily(tx, family, fields, webp);
      await this.audit.record(eventBy(requester, 'family.updated', `family:${familyId}`), tx);
    });
    return familyId;
  }

  /** @throws CallError familyIdDoesNotExist, familyNotEmpty */
  remove(familyId: Long, requester: Requester): Promise<void> {
    return this.database.once(requester, async (tx) => {
      await this.records.removeFamily(tx, await this.reach.family(tx, familyId, requester));
      await this.audit.record(eventBy(requester, 'family.deleted', `family:${familyId}`), tx);
    });
  }

  /** Converts the picture. Call it before the transaction, so that no connection waits for it. */
  private async webpOf<None extends null | undefined>(image: Buffer | None): Promise<Buffer | None> {
    return image ? this.pictures.toWebp(image) : image;
  }
}

function fieldsOf({ premiumType, ...args }: CreateFamilyArgs | UpdateFamilyArgs): FamilyFields {
  const services = SERVICES.map((member) => [member, args[member]] as const);
  const given = services.filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(premiumType === undefined ? {} : { premiumType: Number(premiumType) }),
  };
}
