import 'reflect-metadata';
import { createSign, webcrypto, type KeyObject } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  Extension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Vouching } from './passkey-authenticator.js';
import { bytes } from './cose-keys.js';

const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17';
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const ALWAYS = { notBefore: new Date('2000-01-01'), notAfter: new Date('2100-01-01') };

/**
 * An attestation in the format of Android's key store (Web Authentication, Android Key Attestation), right in every point, under a root of the
 * sender's own.
 * @param crl the address in each of its certificates where a list of revoked ones would be
 */
export function androidKey(crl: string): Vouching {
  return async ({ authData, clientDataHash, publicKey, privateKey }) => {
    const lists = new CRLDistributionPointsExtension([crl]);
    const root = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
    const authority = await X509CertificateGenerator.createSelfSigned(
      {
        ...ALWAYS,
        serialNumber: '01',
        name: 'CN=Root',
        signingAlgorithm: EC,
        keys: root,
        extensions: [
          new BasicConstraintsExtension(true),
          await SubjectKeyIdentifierExtension.create(root.publicKey),
          lists,
        ],
      },
      webcrypto as Crypto,
    );
    const leaf = await X509CertificateGenerator.create(
      {
        ...ALWAYS,
        serialNumber: '02',
        subject: 'CN=Key',
        issuer: authority.subject,
        signingAlgorithm: EC,
        signingKey: root.privateKey,
        publicKey: await imported(publicKey),
        extensions: [
          await AuthorityKeyIdentifierExtension.create(root.publicKey),
          new Extension(KEY_DESCRIPTION, false, described(clientDataHash)),
          lists,
        ],
      },
      webcrypto as Crypto,
    );
    const signature = createSign('sha256').update(authData).update(clientDataHash).sign(privateKey);
    const chain = [leaf, authority].map(({ rawData }) => bytes(Buffer.from(rawData)));
    return {
      format: 'android-key',
      statement: Buffer.concat([
        Buffer.from([0xa3, 0x63, ...Buffer.from('alg'), 0x26, 0x63, ...Buffer.from('sig')]),
        bytes(signature),
        Buffer.from([0x63, ...Buffer.from('x5c'), 0x82]),
        ...chain,
      ]),
    };
  };
}

/** Android's statement about the key: the challenge it was made for, and that nothing is enforced. */
function described(challenge: Buffer): Uint8Array<ArrayBuffer> {
  const [version, level, none] = [
    [0x02, 1, 3],
    [0x0a, 1, 1],
    [0x30, 0],
  ];
  const content = [
    ...version,
    ...level,
    ...version,
    ...level,
    0x04,
    32,
    ...challenge,
    0x04,
    0,
    ...none,
    ...none,
  ];
  return Uint8Array.from([0x30, content.length, ...content]);
}

function imported(key: KeyObject): Promise<CryptoKey> {
  const der = key.export({ type: 'spki', format: 'der' });
  return webcrypto.subtle.importKey('spki', der, EC, true, ['verify']);
}
