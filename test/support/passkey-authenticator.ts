import { createHash, randomBytes, sign } from 'node:crypto';
import { bytes, es256, type PasskeyKey } from './cose-keys.js';

/** A site's request to a browser, as far as an authenticator reads it. */
export interface Asked {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
  readonly userVerification?: string;
}

/** The differences of an answer from a right one. */
export interface Odd {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly userHandle?: string;
  /** false: the person was not asked for fingerprint or PIN. */
  readonly isVerified?: boolean;
  /** false: nobody was there, as when a browser makes a passkey unasked. */
  readonly isPresent?: boolean;
  readonly isForged?: boolean;
  /** The browser's statement about frames of other sites. */
  readonly frame?: { readonly crossOrigin?: unknown; readonly topOrigin?: string };
  /** For a new passkey: replacements of the public key, of its id, of its transports. */
  readonly cose?: Buffer;
  readonly attestedId?: Buffer;
  readonly transports?: unknown;
}

/**
 * The attestation of a new passkey: a format and its statement in CBOR (Web Authentication, Attestation Statement
 * Formats).
 */
export type Vouching = (
  made: Pick<PasskeyKey, 'publicKey' | 'privateKey'> & {
    readonly authData: Buffer;
    readonly clientDataHash: Buffer;
  },
) => Promise<{ readonly format: string; readonly statement: Buffer }>;

const NONE = { format: 'none', statement: Buffer.from([0xa0]) };

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');
const text = (data: string): Buffer => Buffer.concat([Buffer.from([0x60 + data.length]), Buffer.from(data)]);

/** A passkey with the browser around it, made without the server's code (Web Authentication level 3 §6). */
export class Authenticator {
  readonly credentialId: Buffer = randomBytes(24);
  counter = 0;
  private key: PasskeyKey | null = null;
  private userHandle = '';

  constructor(
    private readonly origin: string,
    private readonly options: {
      readonly isSynced?: boolean;
      readonly counts?: boolean;
      readonly makeKey?: () => PasskeyKey;
    } = {},
  ) {}

  get id(): string {
    return base64url(this.credentialId);
  }

  /** A copy of the passkey on another device, with the current counter. */
  copy(): Authenticator {
    return Object.assign(Object.create(Authenticator.prototype) as Authenticator, this);
  }

  /** A browser's response for a new passkey. */
  register(asked: Asked, odd: Odd = {}): object {
    return this.made(this.attested(asked, odd), this.clientData('webauthn.create', asked, odd), NONE, odd);
  }

  /** A browser's response for a new passkey with an attestation. */
  async registerVouched(asked: Asked, vouching: Vouching, odd: Odd = {}): Promise<object> {
    const authData = this.attested(asked, odd);
    const clientData = this.clientData('webauthn.create', asked, odd);
    const vouched = await vouching({
      ...(this.key as PasskeyKey),
      authData,
      clientDataHash: sha256(clientData),
    });
    return this.made(authData, clientData, vouched, odd);
  }

  /** A browser's response for a sign-in. */
  answer(asked: Asked, odd: Odd = {}): object {
    if (!this.key) throw new Error('register it first');
    if (this.options.counts) this.counter += 1;
    const data = this.data(odd.rpId ?? asked.rpId ?? '', 0, odd);
    const clientData = this.clientData('webauthn.get', asked, odd);
    const signed = Buffer.concat([data, sha256(odd.isForged ? 'something else' : clientData)]);
    const response = {
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(sign(this.key.hash, signed, this.key.privateKey)),
      userHandle: odd.userHandle ?? this.userHandle,
    };
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  /** The authenticator data of a new key. */
  private attested(asked: Asked, odd: Odd): Buffer {
    this.key = (this.options.makeKey ?? es256)();
    this.userHandle = asked.user?.id ?? '';
    const { cose = this.key.cose, attestedId = this.credentialId } = odd;
    const length = Buffer.from([attestedId.length >> 8, attestedId.length & 0xff]);
    const head = this.data(odd.rpId ?? asked.rp?.id ?? '', 0x40, odd);
    return Buffer.concat([head, Buffer.alloc(16), length, attestedId, cose]);
  }

  private made(
    authData: Buffer,
    clientData: string,
    { format, statement }: Awaited<ReturnType<Vouching>>,
    { transports = ['internal', 'hybrid'] }: Odd,
  ): object {
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text(format), text('attStmt'), statement, text('authData'), bytes(authData)],
    ]);
    const response = {
      clientDataJSON: base64url(clientData),
      attestationObject: base64url(attestationObject),
      transports,
    };
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(type: string, { challenge }: Asked, odd: Odd): string {
    return JSON.stringify({
      type: odd.type ?? type,
      challenge,
      origin: odd.origin ?? this.origin,
      crossOrigin: false,
      ...odd.frame,
    });
  }

  private data(rpId: string, more: number, { isVerified = true, isPresent = true }: Odd): Buffer {
    const flags =
      (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | (this.options.isSynced ? 0x18 : 0) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }
}
