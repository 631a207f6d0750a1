/** An e-mail address in a form that only people who know it recognize: "a…@example.org". */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0]}…${address.slice(at)}`;
}
