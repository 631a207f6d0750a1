import { Parser } from 'htmlparser2';

/** A form of a page, as a browser without script has it. */
export interface PageForm {
  /** What it sends as it stands. */
  readonly values: Readonly<Record<string, string>>;
  /** The names of its fields that can be seen and filled in at once, in their order: not in closed details, not hidden. */
  readonly shown: readonly string[];
  /** The names of its fields that a browser does not send empty. */
  readonly required: readonly string[];
}

/** Reads the form that is sent to an address. */
export function formOn(page: string, action: string): PageForm {
  const values: Record<string, string> = {};
  const [shown, required]: [string[], string[]] = [[], []];
  let isInside = false;
  let folds = 0;
  let open: { name: string; text: string } | null = null;
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        if (tag === 'form') isInside = attributes.action === action;
        if (!isInside) return;
        if (tag === 'details' && !('open' in attributes)) folds += 1;
        const { name, type, value = '' } = attributes;
        if (['input', 'select', 'textarea'].includes(tag) && name) {
          if (type !== 'hidden' && folds === 0) shown.push(name);
          if ('required' in attributes) required.push(name);
          if (tag === 'input' && (type !== 'checkbox' || 'checked' in attributes)) values[name] = value;
          if (tag !== 'input') open = { name, text: '' };
        }
        if (tag === 'option' && open && (!(open.name in values) || 'selected' in attributes))
          values[open.name] = value;
      },
      ontext: (text) => {
        if (open) open.text += text;
      },
      onclosetag: (tag) => {
        if (tag === 'textarea' && open) values[open.name] = open.text;
        if (tag === 'textarea' || tag === 'select') open = null;
        if (tag === 'details' && isInside) folds -= 1;
        if (tag === 'form') isInside = false;
      },
    },
    { decodeEntities: true },
  );
  parser.end(page);
  return { values, shown, required };
}
