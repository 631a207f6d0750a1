export function exportedObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list. */
export function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return listIn(value).map(exportedObject);
}

/** The text, or undefined if it is none or empty. */
export function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The texts that are filled, with spaces between: a first and a last name. */
export function together(...values: readonly unknown[]): string {
  return values.map(filled).filter(Boolean).join(' ');
}

/** Whether there is something in it: an empty list or object is nothing. */
export function isThere(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false;
}

/** The part of an e-mail address before the @. */
export function localPart(email: string | undefined): string | undefined {
  return email?.split('@')[0];
}
