/** A document with new content between `<!-- NAME: made by npm run generate -->` and `<!-- end of NAME -->`. */
export function withBlock(document: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name}: made by npm run generate -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`there are no marks of ${name}`);
  return `${document.slice(0, from)}${start}\n${content}\n${document.slice(to)}`;
}
