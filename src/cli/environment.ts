import { homedir } from 'node:os';
import { join } from 'node:path';

/** Each variable with its purpose: also the text of `hearth help environment`. */
export const VARIABLES = {
  HEARTH_URL: 'URL of the server, instead of that of the profile',
  HEARTH_PROFILE: 'profile to use, like --profile',
  HEARTH_TOKEN: 'access token to use; nothing is stored',
  HEARTH_CLIENT_ID: 'with HEARTH_CLIENT_SECRET: act as this client; nothing is stored',
  HEARTH_CLIENT_SECRET: 'secret of that client, or for hearth login --client-id',
  HEARTH_PASSWORD: 'password, instead of a prompt',
  HEARTH_SETUP_CODE: 'setup code for hearth admin create',
  XDG_CONFIG_HOME: 'folder that contains hearth/ with the profiles (default: ~/.config)',
  NO_COLOR: 'if set, output has no colours',
} as const;

/** What the environment of the command line says; an empty variable counts as unset. */
export type Environment = Readonly<ReturnType<typeof readEnvironment>>;

export function readEnvironment(variables: NodeJS.ProcessEnv = process.env) {
  const read = (name: keyof typeof VARIABLES): string | undefined => variables[name] || undefined;
  return {
    url: read('HEARTH_URL'),
    profile: read('HEARTH_PROFILE'),
    clientId: read('HEARTH_CLIENT_ID'),
    clientSecret: read('HEARTH_CLIENT_SECRET'),
    token: read('HEARTH_TOKEN'),
    password: read('HEARTH_PASSWORD'),
    setupCode: read('HEARTH_SETUP_CODE'),
    /** Whether colours are disabled (no-color.org). */
    isPlain: read('NO_COLOR') !== undefined || variables.TERM === 'dumb',
    configFolder: join(read('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'hearth'),
  };
}
