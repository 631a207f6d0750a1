import { BRANDING_FIELDS, IMAGE_NAMES, type ImageField } from '../../identity/branding/branding.fields.js';
import { FileField, Select } from '../../platform/pages/form.js';
import { imageAddress } from '../../platform/pages/look.js';
import { onForm } from '../../platform/records/form.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import type { Administrator } from '../shell/access/administrator.js';
import { Action, Badge, ButtonLink } from '../shell/console/actions.js';
import type { FormErrors } from '../shell/console/sent-form.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import { DangerZone } from '../shell/console/danger.js';
import { renderConsole } from '../shell/console/frame.js';
import type { BrandingView } from './branding.view.js';
import { PREVIEWS } from './previews.js';

const PATH = '/admin/branding';
const IMAGE_HINT =
  'PNG, JPEG, WebP, GIF or SVG, at most 256 KiB. It is drawn anew as PNG: logos at most 480 by 96 pixels, icons 96 by 96.';

export interface BrandingPageProps {
  readonly by: Administrator;
  readonly view: BrandingView;
  readonly etag: string;
  readonly values: Readonly<Record<string, string | boolean>>;
  /** The password was not confirmed in the last minutes. */
  readonly asksPassword: boolean;
  readonly errors?: FormErrors;
  readonly problem?: string;
  readonly done?: string;
}

export function brandingPage({
  by,
  view,
  etag,
  values,
  asksPassword,
  errors = {},
  problem,
  done,
}: BrandingPageProps): string {
  const { client, live, draft } = view;
  return renderConsole({
    ...place(client),
    by,
    done,
    problem,
    state: draft ? <Badge tone="info">Draft</Badge> : live && <Badge tone="good">Live</Badge>,
    actions: draft && (
      <form method="post" action={`${PATH}/discard`} class="plain">
        <Place client={client} etag={etag} />
        <button type="submit" class="secondary">
          Discard draft
        </button>
      </form>
    ),
    children: (
      <>
        <p class="lead">
          {client === null
            ? 'How people’s pages and mails look. The console stays as it is.'
            : 'How pages and mails of this client’s flows look. What is left empty is taken from the server’s; the server’s name stays visible.'}{' '}
          What you save here is a draft: check its preview, then publish it.
        </p>
        {draft && <Publish {...{ client, etag, asksPassword }} error={errors.password} />}
        {!draft && live && (
          <section class="card" aria-labelledby="previews">
            <h2 id="previews">Preview</h2>
            <Previews client={client} />
          </section>
        )}
        <form method="post" action={PATH} class="card">
          <Place client={client} etag={etag} />
          <RecordFields fields={onForm(BRANDING_FIELDS)} values={values} errors={errors} />
          <button type="submit" class={draft ? 'secondary' : undefined}>
            Save draft
          </button>
        </form>
        <Images view={view} etag={etag} errors={errors} />
        {client === null && <Clients clients={view.clients} />}
        {(live ?? draft) && (
          <DangerZone
            href={addressOfBranding(client, '/remove')}
            verb="Remove branding"
            about="Pages and mails lose it at once. Its draft is removed too."
          />
        )}
      </>
    ),
  });
}

interface RemoveProps {
  readonly by: Administrator;
  readonly view: BrandingView;
  readonly etag: string;
  readonly asksPassword: boolean;
  /** What is wrong with the password. */
  readonly error?: string;
}

export function removeBrandingPage({ by, view: { client }, etag, asksPassword, error }: RemoveProps): string {
  return renderConsole({
    ...place(client),
    title: 'Remove branding',
    under: client === null ? [] : [{ name: place(client).title, href: addressOfBranding(client) }],
    by,
    problem: error,
    children: (
      <>
        <p class="lead">
          {client === null
            ? 'People’s pages and mails will look as Hearth is shipped.'
            : 'Its flows will look like the server’s pages.'}
        </p>
        <form method="post" action={`${PATH}/remove`} class="card danger">
          <Place client={client} etag={etag} />
          {asksPassword && <PasswordField error={error} />}
          <button type="submit" class="danger">
            Remove branding
          </button>
        </form>
        <p class="after">
          <a href={addressOfBranding(client)}>Cancel</a>
        </p>
      </>
    ),
  });
}

/** @param step `/preview`, or empty for the form */
export function addressOfBranding(
  client: string | null,
  step = '',
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({ ...(client !== null && { client }), ...query }).toString();
  return `${PATH}${step}${search === '' ? '' : `?${search}`}`;
}

function place(client: string | null) {
  return client === null
    ? ({ title: 'Branding', section: 'branding' } as const)
    : ({ title: `Branding of ${client}`, section: 'branding' } as const);
}

interface PlaceProps {
  readonly client: string | null;
  readonly etag: string;
}

function Place({ client, etag }: PlaceProps) {
  return (
    <>
      {client !== null && <input type="hidden" name="client" value={client} />}
      <input type="hidden" name="etag" value={etag} />
    </>
  );
}

interface PublishProps extends PlaceProps {
  readonly asksPassword: boolean;
  readonly error?: string;
}

/** What to do with a draft: look at it, then publish it. */
function Publish({ client, etag, asksPassword, error }: PublishProps) {
  return (
    <section class="card" aria-labelledby="draft">
      <h2 id="draft">The draft</h2>
      <Previews client={client} />
      <form method="post" action={`${PATH}/publish`} class="plain after">
        <Place client={client} etag={etag} />
        {asksPassword && <PasswordField error={error} />}
        <button type="submit">Publish</button>
      </form>
    </section>
  );
}

function Previews({ client }: Pick<PlaceProps, 'client'>) {
  return (
    <div class="choices">
      {PREVIEWS.map(({ key, name }) => (
        <ButtonLink key={key} href={addressOfBranding(client, '/preview', { page: key })}>
          {name}
        </ButtonLink>
      ))}
    </div>
  );
}

interface ImagesProps {
  readonly view: BrandingView;
  readonly etag: string;
  readonly errors: FormErrors;
}

function Images({ view, etag, errors }: ImagesProps) {
  const { client, draft, live } = view;
  const keys = draft ?? live;
  const options = IMAGE_NAMES.map((name) => [name, BRANDING_FIELDS[name].label] as const);
  return (
    <section class="card" aria-labelledby="images">
      <h2 id="images">Logo and icon</h2>
      {IMAGE_NAMES.map(
        (name) => keys?.[name] && <OneImage key={name} {...{ name, client, etag }} image={keys[name]} />,
      )}
      <form method="post" action={`${PATH}/image`} enctype="multipart/form-data">
        <Place client={client} etag={etag} />
        <Select name="field" label="Image for" value="logo" options={options} error={errors.field} />
        <FileField
          name="file"
          label="Image"
          accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
          hint={IMAGE_HINT}
          error={errors.data}
        />
        <button type="submit" class="secondary">
          Upload into the draft
        </button>
      </form>
    </section>
  );
}

interface OneImageProps extends PlaceProps {
  readonly name: ImageField;
  readonly image: string;
}

function OneImage({ name, image, client, etag }: OneImageProps) {
  const { label } = BRANDING_FIELDS[name];
  return (
    <div class="app">
      <div>
        <p>{label}</p>
        <img
          class={name === 'logoDark' ? 'brand-image dark' : 'brand-image'}
          src={imageAddress(image)}
          alt=""
        />
      </div>
      <Action to={`${PATH}/image/remove`} verb="Remove" what={label} etag={etag} isDanger>
        {client !== null && <input type="hidden" name="client" value={client} />}
        <input type="hidden" name="field" value={name} />
      </Action>
    </div>
  );
}

function Clients({ clients }: { readonly clients: readonly string[] }) {
  return (
    <section class="card" aria-labelledby="clients">
      <h2 id="clients">Clients with a branding of their own</h2>
      {clients.length === 0 ? (
        <p class="quiet">None. Open a client to give it a branding of its own.</p>
      ) : (
        <ul>
          {clients.map((client) => (
            <li key={client}>
              <a href={addressOfBranding(client)}>{client}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
