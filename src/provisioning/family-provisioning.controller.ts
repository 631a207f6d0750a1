import type { Requester } from '../platform/operations/caller.js';
import { Calls } from '../platform/operations/controllers.js';
import { Call, CallArgs, CurrentRequester } from '../platform/operations/declare.js';
import type { Long } from '../platform/operations/long.js';
import { Errors } from '../platform/errors/catalogue.js';
import { ListArgs } from './account.args.js';
import { CreateFamilyArgs, FamilyIdArgs, UpdateFamilyArgs } from './family.args.js';
import { FamilyProvisioning } from './family-provisioning.service.js';
import { FamilyListingView } from './listed.view.js';
import { ProvisionedLists } from './provisioned-lists.service.js';
import { OF_A_CLIENT } from './reach.js';

/** The operations on families (§4.5). */
@Calls({ client: 'credentials', account: 'refused' })
export class FamilyProvisioningController {
  constructor(
    private readonly families: FamilyProvisioning,
    private readonly lists: ProvisionedLists,
  ) {}

  @Call('prov', 'createfamily', {
    summary: 'Create a family; it has no members',
    args: CreateFamilyArgs,
    result: 'long',
    ...OF_A_CLIENT,
    writes: true,
    errors: [Errors.imageInvalid, Errors.imageTooLarge],
  })
  createFamily(@CallArgs() args: CreateFamilyArgs, @CurrentRequester() requester: Requester): Promise<Long> {
    return this.families.create(args, requester);
  }

  @Call('prov', 'updatefamily', {
    summary: 'Change a family; what is not given stays',
    args: UpdateFamilyArgs,
    result: 'long',
    ...OF_A_CLIENT,
    writes: true,
    errors: [Errors.familyIdDoesNotExist, Errors.imageInvalid, Errors.imageTooLarge],
  })
  updateFamily(@CallArgs() args: UpdateFamilyArgs, @CurrentRequester() requester: Requester): Promise<Long> {
    return this.families.update(args, requester);
  }

  @Call('prov', 'deletefamily', {
    summary: 'Delete a family that has no members',
    args: FamilyIdArgs,
    result: 'true',
    ...OF_A_CLIENT,
    writes: true,
    errors: [Errors.familyIdDoesNotExist, Errors.familyNotEmpty],
  })
  async deleteFamily(
    @CallArgs() args: FamilyIdArgs,
    @CurrentRequester() requester: Requester,
  ): Promise<true> {
    await this.families.remove(args.familyId, requester);
    return true;
  }

  @Call('prov', 'listfamilies', {
    summary: 'List the families that the client may provision, page by page',
    args: ListArgs,
    result: FamilyListingView,
    ...OF_A_CLIENT,
  })
  listFamilies(
    @CallArgs() args: ListArgs,
    @CurrentRequester() requester: Requester,
  ): Promise<FamilyListingView> {
    return this.lists.families(args, requester);
  }
}
