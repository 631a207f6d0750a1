/** Returns a text as the beginning of a line: `founder` is "Founder". */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a name of the code as words: `passwordChanged` is "Password changed". */
export function wordsOf(name: string): string {
  return capitalized(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}
