import { ButtonLink } from '../shell/console/actions.js';
import { DangerZone } from '../shell/console/danger.js';
import type { Deletion } from '../shell/console/deletion.page.js';
import { RecordCard, type RecordFormProps } from '../shell/console/record-card.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { Id } from '../shell/console/copy.js';
import { renderList } from '../shell/console/list-page.js';
import type { ResourceView } from './resource.view.js';

const PATH = '/admin/resources';

export function addressOfResource(id: string, rest = ''): string {
  return `${PATH}/${encodeURIComponent(id)}${rest}`;
}

export function resourcesPage({
  items,
  ...shown
}: PageProps & { readonly items: readonly ResourceView[] }): string {
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

export function newResourcePage(props: RecordFormProps): string {
  return renderConsole({
    ...props,
    title: 'New resource',
    section: 'resources',
    children: <RecordCard {...props} action={`${PATH}/new`} verb="Create resource" />,
  });
}

export interface ResourcePageProps extends RecordFormProps {
  readonly resource: ResourceView;
  readonly etag: string;
}

export function resourcePage(props: ResourcePageProps): string {
  const { id, name, identifier } = props.resource;
  const address = addressOfResource(id);
  return renderConsole({
    ...props,
    title: name,
    section: 'resources',
    children: (
      <>
        <p class="lead">Applications ask for it by this identifier:</p>
        <p>
          <Id value={identifier} what="identifier" />
        </p>
        <RecordCard {...props} action={address} />
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
