const utf8 = new TextEncoder();

/** A text as its UTF-8 bytes. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return utf8.encode(text);
}

export function base64(bytes: ArrayBuffer | Uint8Array): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

/** RFC 4648 §5, without padding. */
export function base64url(bytes: ArrayBuffer | Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** SHA-256 of a text, in base64url. */
export async function sha256(text: string): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', bytesOf(text)));
}

/** 256 random bits in base64url: 43 characters. */
export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The claims of a JWT, whose signature is not looked at; of anything else none. */
export function claimsIn(jwt: string): Readonly<Record<string, unknown>> {
  try {
    const payload = jwt.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    return { ...(JSON.parse(new TextDecoder().decode(bytes)) as object) };
  } catch {
    return {};
  }
}
