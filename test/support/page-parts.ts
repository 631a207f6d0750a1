import { Parser } from 'htmlparser2';

/** The anchors, links and inline scripts or styles of a page. */
export function partsOf(page: string): { ids: Set<string>; hrefs: string[]; inline: string[] } {
  const [ids, hrefs, inline] = [new Set<string>(), [] as string[], [] as string[]];
  const parser = new Parser({
    onopentag(name, { id, href, src, style, ...others }) {
      if (id !== undefined) ids.add(id);
      if (name === 'a' && href !== undefined) hrefs.push(href);
      if (style !== undefined || name === 'style' || (name === 'script' && src === undefined))
        inline.push(name);
      inline.push(...Object.keys(others).filter((attribute) => attribute.startsWith('on')));
    },
  });
  parser.end(page);
  return { ids, hrefs, inline };
}

/** The text of a page, without its markup. */
export function textOf(page: string): string {
  let text = '';
  const parser = new Parser({ ontext: (part) => void (text += part) }, { decodeEntities: true });
  parser.end(page);
  return text;
}
