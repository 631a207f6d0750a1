import { accentAddress } from '../../platform/pages/accent.js';
import { asset } from '../../platform/pages/assets.js';
import { lookOf } from '../../platform/pages/look.js';
import { Badge } from '../shell/console/actions.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import { DangerZone } from '../shell/console/danger.js';
import { renderConsole, type RecordPageProps } from '../shell/console/console-frame.js';
import { BrandingFields } from './branding-form.js';
import type { BrandingView } from './branding.view.js';
import { PREVIEWS } from './previews.js';

const PATH = '/admin/branding';

export interface BrandingPageProps extends RecordPageProps {
  readonly view: BrandingView;
  readonly values: Readonly<Record<string, string | boolean>>;
}

export function brandingPage(props: BrandingPageProps): string {
  const { view, etag, values, asksPassword, errors = {} } = props;
  const { client, live, draft } = view;
  return renderConsole({
    ...props,
    ...place(client),
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
          What you save is a draft: look at its preview, then publish it.
        </p>
        <div class="split">
          <form method="post" action={PATH} enctype="multipart/form-data" class="card">
            <Place client={client} etag={etag} />
            <BrandingFields saved={draft ?? live} values={values} errors={errors} />
            <button type="submit" class={draft ? 'secondary' : undefined}>
              Save draft
            </button>
          </form>
          <section class="card preview" aria-labelledby="preview">
            <h2 id="preview">Preview</h2>
            <Preview view={view} />
            {draft && <Publish {...{ client, etag, asksPassword }} error={errors.password} />}
          </section>
        </div>
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

interface RemoveProps extends RecordPageProps {
  readonly view: BrandingView;
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

function Publish({ client, etag, asksPassword, error }: PublishProps) {
  return (
    <form method="post" action={`${PATH}/publish`} class="plain after">
      <Place client={client} etag={etag} />
      {asksPassword && <PasswordField error={error} />}
      <button type="submit">Publish</button>
    </form>
  );
}

/**
 * What was saved last, in a frame that runs nothing. With script the colours follow as they are typed, which is why the
 * frame has this page's origin.
 */
function Preview({ view: { client, live, draft } }: { readonly view: BrandingView }) {
  const address = (page: string) => addressOfBranding(client, '/preview', { page });
  const [first] = PREVIEWS;
  const inherited = client === null ? null : lookOf(null).accent;
  return (
    <>
      <p class="quiet">
        {draft
          ? 'The draft as you saved it.'
          : live
            ? 'What people see now.'
            : 'What people see now, without a branding.'}
      </p>
      <nav class="periods" aria-label="Pages in the preview">
        {PREVIEWS.map(({ key, name }) => (
          <a key={key} href={address(key)} target="preview">
            {name}
          </a>
        ))}
      </nav>
      <iframe
        name="preview"
        title="Preview"
        src={address(first.key)}
        sandbox="allow-same-origin"
        data-inherited={inherited === null ? '' : accentAddress(inherited)}
      />
      <script src={asset('branding.js')} defer />
    </>
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
