/** The text as one word of a POSIX shell, quoted only if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The text as a string of JavaScript. */
export function scriptString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** The text as a value of YAML, of which JSON is a part. */
export function yamlValue(text: string): string {
  return JSON.stringify(text);
}
