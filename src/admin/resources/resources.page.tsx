import type { Fields } from '../../platform/records/field.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import type { Administrator } from '../shell/access/administrator.js';
import { ButtonLink } from '../shell/console/actions.js';
import type { FormErrors } from '../shell/console/sent-form.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import { DangerZone } from '../shell/console/danger.js';
import type { Deletion } from '../shell/console/deletion.page.js';
import { renderConsole } from '../shell/console/console-frame.js';
import { Id } from '../shell/console/copy.js';
import { renderList } from '../shell/console/list-page.js';
import type { ResourceView } from './resource.view.js';

const PATH = '/admin/resources';

interface Shown {
  readonly by: Administrator;
  readonly done?: string;
  readonly problem?: string;
}

export function addressOfResource(id: string, rest = ''): string {
  return `${PATH}/${encodeURIComponent(id)}${rest}`;
}

export function resourcesPage({
  items,
  ...shown
}: Shown & { readonly items: readonly ResourceView[] }): string {
  return renderList({
    ...shown,
    title: 'Resources',
    section: 'resources',
    path: PATH,
    actions: (
      <ButtonLink href={`${PATH}/new`} isPrimary>
        New resource
      </ButtonLink>
    ),
    lead: (
      <>
        Servers of others that accept this server’s access tokens. An application asks for one by its
        identifier, as <code>resource</code>.
      </>
    ),
    page: { items, next: null },
    none: 'No resources. All tokens are for this server.',
    keyOf: ({ id }) => id,
    columns: [
      {
        name: 'Name',
        isText: true,
        cell: ({ id, name }) => <a href={addressOfResource(id)}>{name}</a>,
      },
      { name: 'Id', isKnown: true, cell: ({ id }) => <code>{id}</code> },
      { name: 'Identifier', isText: true, cell: ({ identifier }) => identifier },
      { name: 'Tokens', cell: ({ tokenFormat }) => (tokenFormat === 'jwt' ? 'JWT' : 'Opaque') },
      { name: 'Scopes', isNumber: true, cell: ({ scopes }) => scopes.length },
    ],
  });
}

interface FormProps extends Shown {
  readonly fields: Fields;
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly errors: FormErrors;
  readonly asksPassword: boolean;
}

export function newResourcePage({ fields, values, errors, asksPassword, ...shown }: FormProps): string {
  return renderConsole({
    title: 'New resource',
    section: 'resources',
    ...shown,
    children: (
      <form method="post" action={`${PATH}/new`} class="card">
        <RecordFields fields={fields} values={values} errors={errors} />
        {asksPassword && <PasswordField error={errors.password} />}
        <button type="submit">Create resource</button>
      </form>
    ),
  });
}

export interface ResourcePageProps extends FormProps {
  readonly resource: ResourceView;
  readonly etag: string;
}

export function resourcePage(props: ResourcePageProps): string {
  const { resource, etag, fields, values, errors, asksPassword, ...shown } = props;
  const { id, name, identifier } = resource;
  const address = addressOfResource(id);
  return renderConsole({
    title: name,
    section: 'resources',
    ...shown,
    children: (
      <>
        <p class="lead">Applications ask for it by this identifier:</p>
        <p>
          <Id value={identifier} what="identifier" />
        </p>
        <form method="post" action={address} class="card">
          <input type="hidden" name="etag" value={etag} />
          <RecordFields fields={fields} values={values} errors={errors} />
          {asksPassword && <PasswordField error={errors.password} />}
          <button type="submit">Save changes</button>
        </form>
        <DangerZone
          href={`${address}/delete`}
          verb="Delete resource"
          about="Its opaque tokens end at once, and nothing is refreshed for it. Its JWTs work until they expire."
        />
      </>
    ),
  });
}

export function resourceDeletion({ id, name, identifier }: ResourceView): Deletion {
  return {
    section: 'resources',
    record: { name, href: addressOfResource(id) },
    typed: id,
    verb: 'Delete resource',
    about: (
      <>
        Nobody gets tokens for <code>{identifier}</code> any more, also if you create it again: applications
        then have to ask anew.
      </>
    ),
  };
}
