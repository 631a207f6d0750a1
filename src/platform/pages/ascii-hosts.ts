import { domainToASCII } from 'node:url';
import { Fragment, options, type ComponentChildren, type VNode } from 'preact';

const IS_ASCII = /^[\0-\x7f]*$/;
/** A word as far as it may be an e-mail address or a URL. */
const WORD = /[^\s"'<>\p{Ps}\p{Pe}\p{Pi}\p{Pf}]+/gu;
const OF_URL = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#:]+)/i;
const OF_EMAIL = /@([^@/?#:]+)$/;
/** Elements whose text is sent back or run unchanged; text to copy is marked `data-verbatim`. */
const VERBATIM = ['textarea', 'script', 'style'];

/**
 * Returns the hosts of a text that have other letters than ASCII, in their ASCII form: `xn--pple-43d.example` for an
 * apple.example whose first letter is a Cyrillic look-alike (D317).
 */
export function asciiHostsIn(text: string): string[] {
  if (IS_ASCII.test(text)) return [];
  return [...text.matchAll(WORD)].flatMap(([word]) => asciiHostOf(word) ?? []);
}

/** Returns the text with the ASCII host after each such address. */
export function withAsciiHosts(text: string): string {
  if (IS_ASCII.test(text)) return text;
  return text.replace(WORD, (word) => {
    const ascii = asciiHostOf(word);
    if (ascii === null) return word;
    const [end] = /[.,;:!?]*$/.exec(word) as RegExpExecArray;
    return `${word.slice(0, word.length - end.length)} (${ascii})${end}`;
  });
}

function asciiHostOf(word: string): string | null {
  const address = word.replace(/[.,;:!?]+$/, '');
  const host = (OF_URL.exec(address) ?? OF_EMAIL.exec(address))?.[1];
  if (host === undefined || IS_ASCII.test(host)) return null;
  return domainToASCII(host) || null; // empty: no computer knows it either
}

/** Every page and mail is made of elements, so no page has to think of it. */
const before = options.vnode?.bind(options);
options.vnode = (vnode) => {
  // A fragment's text stands in the element around it, which does not see it.
  if (typeof vnode.type === 'string') tellHosts(vnode, vnode.type);
  else if (vnode.type === Fragment) tellHosts(vnode, '');
  before?.(vnode);
};

interface ElementProps {
  children?: ComponentChildren;
  readonly 'data-verbatim'?: boolean;
}

function tellHosts({ props }: VNode<ElementProps>, type: string): void {
  if (!props['data-verbatim'] && !VERBATIM.includes(type)) props.children = told(props.children);
}

function told(children: ComponentChildren): ComponentChildren {
  if (Array.isArray(children)) return children.map(told);
  return typeof children === 'string' ? withAsciiHosts(children) : children;
}
