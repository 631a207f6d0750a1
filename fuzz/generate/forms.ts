import { Parser } from 'htmlparser2';
import type { Persona } from '../cast/persona.js';
import type { Pair } from '../requests/request.js';

interface Field {
  readonly name: string;
  readonly kind: string;
  value: string;
  options: string[];
  isChecked: boolean;
}

/** A form of a page, as a browser sees it. */
export interface Form {
  readonly action: string;
  readonly method: 'GET' | 'POST';
  readonly isMultipart: boolean;
  readonly fields: readonly Field[];
  readonly buttons: readonly Pair[];
  /** The text that the page asks the user to type: `Type shop to confirm`. */
  readonly typed: string | null;
}

const TYPED = /Type (.+?) to confirm/;
const SHOWN = /^(?:search|text|number|textarea)$/;

/** The forms of a page whose target is this server. */
export function formsIn(html: string, address: string): Form[] {
  const forms: (Form & { fields: Field[]; buttons: Pair[]; typed: string | null })[] = [];
  let inside: (typeof forms)[number] | null = null;
  let textOf: Field | null = null;
  const parser = new Parser({
    onopentag(tag, attributes) {
      const { name = '', value = '', type = tag } = attributes;
      if (tag === 'form') {
        inside = {
          action: (attributes.action ?? address).split('#')[0],
          method: attributes.method === 'post' ? 'POST' : 'GET',
          isMultipart: attributes.enctype === 'multipart/form-data',
          fields: [],
          buttons: [],
          typed: null,
        };
        forms.push(inside);
      } else if (!inside) return;
      else if (tag === 'button' && name !== '') inside.buttons.push([name, value]);
      else if (tag === 'option') inside.fields.at(-1)?.options.push(value);
      else if (name !== '' && ['input', 'select', 'textarea'].includes(tag)) {
        const field = { name, kind: type, value, options: [], isChecked: 'checked' in attributes };
        inside.fields.push(field);
        if (tag === 'textarea') textOf = field;
      }
      if (tag === 'option' && 'selected' in attributes && inside) {
        const field = inside.fields.at(-1);
        if (field) field.value = value;
      }
    },
    ontext(text) {
      if (textOf) textOf.value += text;
      const typed = TYPED.exec(text)?.[1];
      if (typed !== undefined && inside) inside.typed = typed;
    },
    onclosetag(tag) {
      if (tag === 'form') inside = null;
      if (tag === 'textarea') textOf = null;
    },
  });
  parser.end(html);
  return forms.filter(({ action }) => action.startsWith('/'));
}

/** A form as a user would fill it in, with one of its buttons pressed. */
export function filledIn(
  form: Form,
  persona: Persona,
  valueOf: (name: string) => string | undefined,
): Pair[] {
  const { random } = persona;
  const values = form.fields.flatMap((field): Pair[] => {
    const { name, kind, value, options, isChecked } = field;
    if (kind === 'file') return [];
    if (kind === 'checkbox')
      return (random.chance(20) ? !isChecked : isChecked) ? [[name, value || 'yes']] : [];
    if (kind === 'hidden') return [[name, value]];
    if (options.length > 0) return [[name, random.chance(60) ? value || options[0] : random.pick(options)]];
    if (kind === 'password') return [[name, valueOf(name) ?? '']];
    if (name === 'typed') return [[name, form.typed ?? '']];
    if (SHOWN.test(kind) && value !== '' && random.chance(60)) return [[name, value]];
    return [[name, valueOf(name) ?? value]];
  });
  return form.buttons.length === 0 ? values : [...values, random.pick(form.buttons)];
}

/** The shown values of a form, except for these fields; a button among them is pressed. */
export function asShown(form: Form, given: Readonly<Record<string, string>>, password: string): Pair[] {
  const fields = form.fields.flatMap(({ name, kind, value, options, isChecked }): Pair[] => {
    if (kind === 'file') return [];
    if (kind === 'radio' || kind === 'checkbox') {
      const isChosen = name in given ? given[name] === value : isChecked;
      return isChosen ? [[name, value || 'yes']] : [];
    }
    if (name in given) return [[name, given[name]]];
    if (kind === 'password') return [[name, password]];
    return [[name, name === 'typed' ? (form.typed ?? '') : value || (options[0] ?? '')]];
  });
  const others = Object.entries(given).filter(([name]) => !form.fields.some((field) => field.name === name));
  return [...fields, ...others];
}
