import { ApiProperty } from '@nestjs/swagger';

const NEXT = { description: 'Send it as `after` for the next page; empty: there is none.', example: '' };

class ListedAccountView {
  @ApiProperty({ example: '7' }) accountId!: string;
  @ApiProperty() name!: string;
}

class ListedFamilyView {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty() familyName!: string;
  @ApiProperty({ enum: ['0', '1', '2'], description: '0 Free, 1 Premium, 2 Premium_Plus' })
  premiumType!: string;
}

/** A page of accounts, the oldest first. */
export class AccountListingView {
  @ApiProperty({ type: [ListedAccountView] }) accounts!: ListedAccountView[];
  @ApiProperty(NEXT) next!: string;
}

/** A page of families, the oldest first. */
export class FamilyListingView {
  @ApiProperty({ type: [ListedFamilyView] }) families!: ListedFamilyView[];
  @ApiProperty(NEXT) next!: string;
}
