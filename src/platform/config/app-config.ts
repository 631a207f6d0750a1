import type { ValuesOf } from './setting.js';
import type { SETTINGS } from './settings.js';

/** A member for each setting, typed by its entry. */
const FromSettings = class {} as new () => ValuesOf<typeof SETTINGS>;

/** All settings of the process, read once and typed, and what is derived from them. */
export class AppConfig extends FromSettings {
  /** Absolute, without a trailing slash; the issuer, and the base of every URL that Hearth generates. */
  declare readonly publicUrl: string;
  /** The name of this node, by which people know it. */
  declare readonly nodeName: string;
  /** Whether administrators need a second factor. */
  declare readonly adminSecondFactor: 'required' | 'optional';
  /** URL for programs on this machine, which bypasses every proxy. */
  readonly localUrl!: string;
  /** 32 bytes each, newest first. */
  declare readonly masterKeys: readonly Buffer[];
  readonly tls!: { readonly cert: Buffer; readonly key: Buffer } | null;

  constructor(values: { [K in keyof AppConfig]: AppConfig[K] }) {
    super();
    Object.assign(this, values);
  }
}
