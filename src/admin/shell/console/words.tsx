import { withAsciiHosts } from '../../../platform/pages/ascii-hosts.js';

/**
 * A text that may wrap behind each mark of an address, a URL or a path: so it needn't break inside of a word. Its hosts
 * are told before it is cut: in a piece of an address nobody would find them.
 */
export function Words({ of }: { readonly of: string }) {
  const told = withAsciiHosts(of);
  const pieces = told
    .split(/(?<=[\p{L}\p{N}][@._:/-])(?=[\p{L}\p{N}])/u)
    .flatMap((piece, at) => (at === 0 ? [piece] : [<wbr key={at} />, piece]));
  return told === of ? <>{pieces}</> : <span data-verbatim>{pieces}</span>;
}
