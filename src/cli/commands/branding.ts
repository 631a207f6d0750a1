import type { Command } from 'commander';
import type { BrandingView, ImageView } from '../api-types.js';
import { type Context, type Examples, subcommand } from '../context.js';
import { Failure } from '../failure.js';
import { imageIn } from '../image-file.js';
import { type Options, requiredChange, shownMembers, givenValues, withFields } from '../record-options.js';
import { BRANDING_FIELDS } from './record-fields.js';

interface Whose {
  readonly client?: string;
}

const PATH = '/branding';
const IMAGES: Readonly<Record<string, string>> = { logo: 'logo', 'logo-dark': 'logoDark', icon: 'icon' };

export function register(program: Command, context: Context): void {
  const branding = program
    .command('branding')
    .description('Change how people’s pages and mails look: prepare a draft, then publish it.');
  registerDraft(branding, context);
  registerImages(branding, context);
  registerStages(branding, context);
}

function registerDraft(branding: Command, context: Context): void {
  ofOwner(branding, 'get', 'Show the branding that is live, and the draft.', {
    'hearth branding get': 'of the server',
    'hearth branding get --client shop': 'of a client',
  }).action(async ({ client }: Whose) => show(context, await context.api.get<BrandingView>(pathOf(client))));

  const update = ofOwner(branding, 'update', 'Change the draft. Nobody sees it before it is published.', {
    "hearth branding update --name 'Smith Family Cloud' --accent-light '#1b5799'":
      'name and colour of the server',
    'hearth branding update --client shop --support-url none': 'the server’s again',
  });
  withFields(update, BRANDING_FIELDS, false).action(({ client, ...options }: Whose & Options) =>
    saveDraft(context, client, requiredChange(givenValues(BRANDING_FIELDS, options))),
  );
}

function registerImages(branding: Command, context: Context): void {
  ofOwner(branding, 'set-image', 'Put a logo or icon into the draft.', {
    'hearth branding set-image logo logo.svg': 'drawn as a PNG of at most 480 by 96 pixels',
    'hearth branding set-image icon none --client shop': 'the server’s again',
  })
    .argument('<image>', Object.keys(IMAGES).join(', '))
    .argument('<file>', 'a PNG, JPEG, WebP, GIF or SVG file of at most 256 KiB; "none" takes the image out')
    .action(async (image: string, file: string, { client }: Whose) => {
      if (!Object.hasOwn(IMAGES, image))
        throw new Failure(`${image} is not one of ${Object.keys(IMAGES).join(', ')}.`, 'usage');
      const field = IMAGES[image];
      const key = file === 'none' ? null : await upload(context, field, file);
      await saveDraft(context, client, { [field]: key });
    });
}

function registerStages(branding: Command, context: Context): void {
  ofOwner(branding, 'publish', 'Publish the draft. It takes effect on every node within 5 seconds.', {
    'hearth branding publish': 'people see it from now on',
  }).action(async ({ client }: Whose) => {
    const at = pathOf(client, '/publish');
    const live = await context.api.update<BrandingView>(pathOf(client), () => ({}), 'POST', at);
    context.output.done('Branding published.', live);
  });

  ofOwner(branding, 'discard', 'Discard the draft.', {
    'hearth branding discard': 'what is live stays',
  }).action(async ({ client }: Whose) => {
    await context.api.update(pathOf(client), () => ({}), 'DELETE', pathOf(client, '/draft'));
    context.output.done('Draft discarded.');
  });

  ofOwner(branding, 'remove', 'Remove the branding and its draft. Pages and mails lose it at once.', {
    'hearth branding remove --client shop --yes': 'in a script',
  })
    .option('--yes', 'do not ask for confirmation')
    .action(async ({ client, yes = false }: Whose & { yes?: boolean }) => {
      const name = client ?? 'server';
      await context.prompt.confirmByName(`The branding of ${name} will be removed.`, name, yes);
      await context.api.delete(pathOf(client));
      context.output.done('Branding removed.');
    });
}

/** A command about the branding of the server or of a client. */
function ofOwner(parent: Command, name: string, about: string, lines: Examples): Command {
  return subcommand(parent, name, about, lines).option('--client <id>', 'a client; left out: the server');
}

async function saveDraft(context: Context, client: string | undefined, change: object): Promise<void> {
  const updated = await context.api.update<BrandingView>(pathOf(client), () => change);
  context.output.done('Draft saved. Preview it in the console, then publish it.', updated);
}

async function upload({ api }: Context, field: string, file: string): Promise<string> {
  const data = imageIn(file);
  return (await api.post<ImageView>(`${PATH}/images`, { field, data })).key;
}

function show({ output }: Context, view: BrandingView): void {
  const { live, draft, clients } = view;
  if (live === null && draft === null) output.say('Nothing is branded.');
  const shown = draft ?? live;
  output.item(view, {
    stage: draft ? 'draft, not published' : live ? 'live' : 'none',
    ...(shown && shownMembers(BRANDING_FIELDS, shown)),
    'clients with a branding': clients,
  });
}

function pathOf(client: string | undefined, step = ''): string {
  return `${PATH}${step}${client === undefined ? '' : `?client=${encodeURIComponent(client)}`}`;
}
