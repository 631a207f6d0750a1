import { MemberType } from '../../identity/families/family-member.entity.js';
import { FileField, Select } from '../../platform/pages/form.js';
import { Action } from '../shell/console/actions.js';
import type { FormErrors } from '../shell/console/sent-form.js';
import type { FamilyMemberView, OneFamilyView } from './family.view.js';

interface HandOverProps {
  /** The path of the family's page. */
  readonly address: string;
  readonly members: readonly FamilyMemberView[];
  readonly errors?: FormErrors;
}

/** The form that makes another member the founder, where there is a founder and another active member. */
export function HandOverCard({ address, members, errors = {} }: HandOverProps) {
  const [founder, ...others] = members;
  const next = others.filter(({ status }) => status === 'active');
  if (founder?.accountType !== MemberType.founder || next.length === 0) return null;
  return (
    <details open={errors.accountId !== undefined}>
      <summary>Hand the family over</summary>
      <form method="post" action={`${address}/hand-over`} class="plain">
        <Select
          name="accountId"
          label="New founder"
          value={next[0].accountId}
          options={next.map(({ accountId, name }) => [accountId, `${name} (${accountId})`] as const)}
          hint={`${founder.name} becomes an administrator of the family. Both are told.`}
          error={errors.accountId}
        />
        <button type="submit" class="secondary">
          Hand over
        </button>
      </form>
    </details>
  );
}

interface FamilyPictureProps {
  readonly address: string;
  readonly family: OneFamilyView;
  readonly errors?: FormErrors;
}

export function FamilyPictureCard({
  address,
  family: { name, pictureUrl },
  errors = {},
}: FamilyPictureProps) {
  return (
    <section class="card" aria-labelledby="picture">
      <h2 id="picture">Picture</h2>
      {pictureUrl !== null && (
        <div class="app">
          <img src={pictureUrl} alt={`The picture of ${name}`} width="64" height="64" />
          <Action to={`${address}/picture/remove`} verb="Remove" what="the picture" isDanger />
        </div>
      )}
      <form method="post" action={`${address}/picture`} enctype="multipart/form-data">
        <FileField
          name="file"
          label="Image"
          accept="image/png,image/jpeg,image/webp,image/gif"
          hint="JPEG, PNG, GIF or WebP of at most 5 MiB."
          error={errors.data}
        />
        <button type="submit" class="secondary">
          Save picture
        </button>
      </form>
    </section>
  );
}
