import { homedir } from 'node:os';
import { join } from 'node:path';

/** Environment variables of the command line; an empty variable counts as unset. */
export interface Environment {
  readonly url?: string;
  readonly profile?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly token?: string;
  readonly password?: string;
  readonly setupCode?: string;
  /** Whether colours are disabled (no-color.org). */
  readonly isPlain: boolean;
  readonly configFolder: string;
}

/** Each variable with its purpose: also the text of `hearth help environment`. */
export const VARIABLES = {
  HEARTH_URL: 'the server, instead of the one that the profile names',
  HEARTH_PROFILE: 'the profile to use, as --profile',
  HEARTH_TOKEN: 'an access token to call with; nothing is stored',
  HEARTH_CLIENT_ID: 'with HEARTH_CLIENT_SECRET: call as this client; nothing is stored',
  HEARTH_CLIENT_SECRET: 'the secret of that client, or of hearth login --client-id',
  HEARTH_PASSWORD: 'the password, where it would be asked for',
  HEARTH_SETUP_CODE: 'the code for hearth admin create',
  XDG_CONFIG_HOME: 'where the folder hearth with the profiles lies (default: ~/.config)',
  NO_COLOR: 'set: no colours',
} as const;

export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const read = (name: keyof typeof VARIABLES): string | undefined => variables[name] || undefined;
  return {
    url: read('HEARTH_URL'),
    profile: read('HEARTH_PROFILE'),
    clientId: read('HEARTH_CLIENT_ID'),
    clientSecret: read('HEARTH_CLIENT_SECRET'),
    token: read('HEARTH_TOKEN'),
    password: read('HEARTH_PASSWORD'),
    setupCode: read('HEARTH_SETUP_CODE'),
    isPlain: read('NO_COLOR') !== undefined || variables.TERM === 'dumb',
    configFolder: join(read('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'hearth'),
  };
}
