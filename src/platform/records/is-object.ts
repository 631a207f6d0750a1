type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value of a JSON document is an object: no list, no null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
