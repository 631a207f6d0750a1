import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const VERIFIED = 0x05; // the person was there, and was asked who it is

/** A passkey in software, and the browser around it: ES256, without a counter (Web Authentication §6). */
export class Passkey {
  readonly credentialId = randomBytes(24);
  readonly userHandle = randomBytes(32);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** As a server keeps it: a COSE key (RFC 9053 §7.1.1). */
  get publicKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    const part = (name: number, value: string): Buffer =>
      Buffer.concat([Buffer.from([name, 0x58, 32]), Buffer.from(value, 'base64url')]);
    return Buffer.concat([head, part(0x21, x), part(0x22, y)]);
  }

  /** What a browser at this origin sends for a challenge. */
  answer(challenge: string, origin: string, rpId: string): string {
    const clientData = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }),
    );
    const data = Buffer.concat([sha256(rpId), Buffer.from([VERIFIED]), Buffer.alloc(4)]);
    const id = this.credentialId.toString('base64url');
    return JSON.stringify({
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), this.keys.privateKey).toString(
          'base64url',
        ),
        userHandle: this.userHandle.toString('base64url'),
      },
    });
  }
}
