/** An e-mail address as somebody recognizes it who knows it: "a…@example.org". */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0]}…${address.slice(at)}`;
}
