import { Parser } from 'htmlparser2';

/** The snippets of a client's page by framework, as a person copies them. */
export function snippetsOn(page: string): Map<string, string> {
  const found = new Map<string, string>();
  let name: string | null = null;
  let [isTitle, isText] = [false, false];
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        if (tag === 'details' && attributes.name === 'snippet') name = '';
        isTitle = tag === 'summary' && name !== null;
        isText = tag === 'code' && name !== null;
      },
      ontext: (text) => {
        if (isTitle) name = `${name}${text}`;
        if (isText && name !== null) found.set(name, (found.get(name) ?? '') + text);
      },
      onclosetag: (tag) => {
        if (tag === 'details') name = null;
        isTitle = isText = false;
      },
    },
    { decodeEntities: true },
  );
  parser.end(page);
  return found;
}
