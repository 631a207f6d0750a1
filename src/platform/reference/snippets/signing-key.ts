/** Lines that read the client's private key as `kid` and `key`, a CryptoKey; they need readFile of node:fs/promises. */
export const READ_KEY = `// key.json is the private key as a JWK (ES256). Its public half is in the client's record.
const { kid, ...jwk } = JSON.parse(await readFile('key.json', 'utf8'));
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);

`;
export const IMPORT_READ_FILE = `import { readFile } from 'node:fs/promises';\n`;
