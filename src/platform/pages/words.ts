/** As the beginning of a line: `founder` is "Founder". */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A name of the code for a person: `passwordChanged` is "Password changed". */
export function wordsOf(name: string): string {
  return capitalized(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}
