import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { AccountStatus, Role } from '../../identity/accounts/account.entity.js';
import { ACCOUNT_FIELDS, PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { OPAQUE } from '../../platform/operations/text-rules.js';
import { asTyped, FormField, trimmed } from '../../platform/checks/form.js';
import { Rule } from '../../platform/checks/rule.js';
import { IfSent } from '../../platform/operations/if-sent.js';
import { changeBodyOf } from '../../platform/records/rest.js';
import { ChoiceFilter, TextFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';
import { sortedBy, sortsOf } from '../shell/sorting.js';

const STATUSES = ACCOUNT_FIELDS.status.choices;
const ROLES = ACCOUNT_FIELDS.role.choices;
const IS_OPAQUE = { message: `has ${OPAQUE.meaning}` };

const ACCOUNT_SORTS = sortsOf('created', 'name');
type AccountSort = (typeof ACCOUNT_SORTS)[number];

export class AccountQuery extends PageQuery {
  @TextFilter({
    label: 'Name or identifier begins with',
    shortest: 0,
    longest: 255,
    description:
      'The beginning of a name, an e-mail address, a phone number, a login or an ExternalId. A page may then have fewer items than `limit` and still have a `next`.',
  })
  query?: string;

  @ChoiceFilter(STATUSES, { label: ACCOUNT_FIELDS.status.label })
  status?: AccountStatus;

  @ChoiceFilter(ROLES, { label: ACCOUNT_FIELDS.role.label })
  role?: Role;

  @ChoiceFilter(ACCOUNT_SORTS, {
    label: 'Order',
    default: 'created',
    description:
      'With `-` from the last to the first. What is found by `query` is in the order of what was found instead, and by `name` are all accounts alone.',
  })
  @Rule<AccountQuery>((sort, { query = '', status, role }) => {
    if (query.trim() !== '') return 'can’t be chosen with query';
    const isFiltered = status !== undefined || role !== undefined;
    return isFiltered && sortedBy(sort as AccountSort).key === 'name' ? 'is by created with a filter' : null;
  })
  sort?: AccountSort;
}

/** The profile: only the members that are sent are changed. */
export class ProfileChange extends changeBodyOf(PROFILE_FIELDS) {}

/** Only the members that are sent are changed. */
@ApiSchema({ name: 'AccountChange' })
export class AccountChangeBody extends ProfileChange {
  @ApiPropertyOptional({
    enum: ['active', 'disabled'],
    description:
      'disabled ends all sessions and tokens at once; active enables the account again but does not restore them.',
  })
  @IfSent()
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';

  @ApiPropertyOptional({
    enum: [...ROLES, null],
    type: String,
    nullable: true,
    description: 'null: no role. A session must have confirmed its password.',
  })
  @IsOptional()
  @IsIn([...ROLES, null])
  role?: Role | null;
}

/** The form of the button that disables or enables an account. */
export class StatusForm {
  @FormField(trimmed, ACCOUNT_FIELDS.status.label)
  @IsIn(['active', 'disabled'])
  status!: 'active' | 'disabled';
}

export class RoleForm {
  @FormField((text) => (text === 'none' ? null : text), ACCOUNT_FIELDS.role.label)
  @IsIn([...ROLES, null])
  role!: Role | null;
}

export class ExternalIdBody {
  @ApiProperty({
    example: 'https://portal.example',
    description: 'The system that the id belongs to (D115).',
  })
  @FormField(trimmed, 'Issuer')
  @IsString()
  @Matches(OPAQUE.regex, IS_OPAQUE)
  issuer!: string;

  @ApiProperty({ example: '4711' })
  @FormField(asTyped, 'User id at the partner')
  @IsString()
  @Matches(OPAQUE.regex, IS_OPAQUE)
  value!: string;
}
