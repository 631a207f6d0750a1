import type { Command } from 'commander';
import type { BrandingView, ImageView } from '../api-types.js';
import { type Context, examples } from '../context.js';
import { Failure } from '../failure.js';
import { imageIn } from '../image-file.js';
import { type Options, requiredChange, shownMembers, givenValues, withFields } from '../record-options.js';
import { BRANDING_FIELDS } from './record-fields.js';

interface Whose {
  readonly client?: string;
}

const PATH = '/branding';
const IMAGES: Readonly<Record<string, string>> = { logo: 'logo', 'logo-dark': 'logoDark', icon: 'icon' };
const CLIENT = ['--client <id>', 'a client; left out: the server'] as const;

export function register(program: Command, context: Context): void {
  const branding = program
    .command('branding')
    .description('Change how people’s pages and mails look: prepare a draft, then publish it.');
  registerDraft(branding, context);
  registerImages(branding, context);
  registerStages(branding, context);
}

function registerDraft(branding: Command, context: Context): void {
  const get = branding
    .command('get')
    .description('Show the branding that is live, and the draft.')
    .option(...CLIENT)
    .action(async ({ client }: Whose) => show(context, await context.api.get<BrandingView>(pathOf(client))));
  examples(get, {
    'hearth branding get': 'of the server',
    'hearth branding get --client shop': 'of a client',
  });

  const update = withFields(
    branding
      .command('update')
      .description('Change the draft. Nobody sees it before it is published.')
      .option(...CLIENT),
    BRANDING_FIELDS,
    false,
  ).action(async ({ client, ...options }: Whose & Options) => {
    const change = requiredChange(givenValues(BRANDING_FIELDS, options));
    const updated = await context.api.update<BrandingView>(pathOf(client), () => change);
    context.output.done('Draft saved. Preview it in the console, then publish it.', updated);
  });
  examples(update, {
    "hearth branding update --name 'Smith Family Cloud' --accent-light '#1b5799'":
      'name and colour of the server',
    'hearth branding update --client shop --support-url none': 'the server’s again',
  });
}

function registerImages(branding: Command, context: Context): void {
  const set = branding
    .command('set-image')
    .description('Put a logo or icon into the draft.')
    .argument('<image>', Object.keys(IMAGES).join(', '))
    .argument('<file>', 'a PNG, JPEG, WebP, GIF or SVG file of at most 256 KiB; "none" takes the image out')
    .option(...CLIENT)
    .action(async (image: string, file: string, { client }: Whose) => {
      if (!Object.hasOwn(IMAGES, image))
        throw new Failure(`${image} is not one of ${Object.keys(IMAGES).join(', ')}.`, 'usage');
      const field = IMAGES[image];
      const key = file === 'none' ? null : await upload(context, field, file);
      const updated = await context.api.update<BrandingView>(pathOf(client), () => ({ [field]: key }));
      context.output.done('Draft saved. Preview it in the console, then publish it.', updated);
    });
  examples(set, {
    'hearth branding set-image logo logo.svg': 'drawn as a PNG of at most 480 by 96 pixels',
    'hearth branding set-image icon none --client shop': 'the server’s again',
  });
}

function registerStages(branding: Command, context: Context): void {
  const publish = branding
    .command('publish')
    .description('Publish the draft. It takes effect on every node within 5 seconds.')
    .option(...CLIENT)
    .action(async ({ client }: Whose) => {
      const at = pathOf(client, '/publish');
      const live = await context.api.update<BrandingView>(pathOf(client), () => ({}), 'POST', at);
      context.output.done('Branding published.', live);
    });
  examples(publish, { 'hearth branding publish': 'people see it from now on' });

  const discard = branding
    .command('discard')
    .description('Discard the draft.')
    .option(...CLIENT)
    .action(async ({ client }: Whose) => {
      await context.api.update(pathOf(client), () => ({}), 'DELETE', pathOf(client, '/draft'));
      context.output.done('Draft discarded.');
    });
  examples(discard, { 'hearth branding discard': 'what is live stays' });

  const remove = branding
    .command('remove')
    .description('Remove the branding and its draft. Pages and mails lose it at once.')
    .option(...CLIENT)
    .option('--yes', 'do not ask for confirmation')
    .action(async ({ client, yes = false }: Whose & { yes?: boolean }) => {
      const name = client ?? 'server';
      await context.prompt.confirmByName(`The branding of ${name} will be removed.`, name, yes);
      await context.api.delete(pathOf(client));
      context.output.done('Branding removed.');
    });
  examples(remove, { 'hearth branding remove --client shop --yes': 'in a script' });
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
