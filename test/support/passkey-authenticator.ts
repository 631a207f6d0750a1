import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What a site asks a browser for, as far as an authenticator looks at it. */
export interface Asked {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
  readonly userVerification?: string;
}

/** How an answer differs from a right one. */
export interface Odd {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly userHandle?: string;
  /** false: the person was not asked for fingerprint or PIN. */
  readonly isVerified?: boolean;
  readonly isForged?: boolean;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');
/** CBOR of a byte string (RFC 8949 §3.1). */
const bytes = (data: Buffer): Buffer => {
  const { length } = data;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), data]);
};
const text = (data: string): Buffer => Buffer.concat([Buffer.from([0x60 + data.length]), Buffer.from(data)]);

/** A passkey with the browser around it, made without the server's code (Web Authentication level 3 §6). */
export class Authenticator {
  readonly credentialId: Buffer = randomBytes(24);
  counter = 0;
  private key: KeyObject | null = null;
  private userHandle = '';

  constructor(
    private readonly origin: string,
    private readonly options: { readonly isSynced?: boolean; readonly counts?: boolean } = {},
  ) {}

  get id(): string {
    return base64url(this.credentialId);
  }

  /** The same passkey on another device, with the counter as it is now. */
  copy(): Authenticator {
    return Object.assign(Object.create(Authenticator.prototype) as Authenticator, this);
  }

  /** What a browser sends for a new passkey. */
  register(asked: Asked, odd: Odd = {}): object {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = privateKey;
    this.userHandle = asked.user?.id ?? '';
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const part = (name: number, value: string): Buffer =>
      Buffer.concat([Buffer.from([name]), bytes(Buffer.from(value, 'base64url'))]);
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), // EC2, ES256, P-256 (RFC 9053 §7.1.1)
      part(0x21, x),
      part(0x22, y),
    ]);
    const length = Buffer.from([0, this.credentialId.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, key]);
    const data = Buffer.concat([this.data(odd.rpId ?? asked.rp?.id ?? '', 0x40, odd), attested]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(data)],
    ]);
    const clientDataJSON = base64url(this.clientData('webauthn.create', asked, odd));
    const response = {
      clientDataJSON,
      attestationObject: base64url(attestationObject),
      transports: ['internal', 'hybrid'],
    };
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  /** What a browser sends to sign in. */
  answer(asked: Asked, odd: Odd = {}): object {
    if (!this.key) throw new Error('register it first');
    if (this.options.counts) this.counter += 1;
    const data = this.data(odd.rpId ?? asked.rpId ?? '', 0, odd);
    const clientData = this.clientData('webauthn.get', asked, odd);
    const signed = Buffer.concat([data, sha256(odd.isForged ? 'something else' : clientData)]);
    const response = {
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, this.key)),
      userHandle: odd.userHandle ?? this.userHandle,
    };
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(type: string, { challenge }: Asked, odd: Odd): string {
    return JSON.stringify({
      type: odd.type ?? type,
      challenge,
      origin: odd.origin ?? this.origin,
      crossOrigin: false,
    });
  }

  private data(rpId: string, more: number, { isVerified = true }: Odd): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (this.options.isSynced ? 0x18 : 0) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }
}
