import type { en } from './en.js';

/** Ends of the keys of a text with a number, `count`: the categories of `Intl.PluralRules`. */
type Category = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
export const PLURAL_KEY = /_(zero|one|two|few|many|other)$/;

/** The texts of another language: the same keys, but plurals in the categories that this language has. */
type Translated<T> = {
  [Key in keyof T as Key extends `${string}_${Category}` ? never : Key]: T[Key] extends string
    ? string
    : Translated<T[Key]>;
} & {
  [Key in keyof T as Key extends `${infer Text}_other` ? `${Text}_${Category}` : never]?: string;
};

export type Texts = Translated<typeof en>;

/** The categories that a language has, such as one, few, many, other in Polish. */
export function pluralCategories(language: string): readonly string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}
