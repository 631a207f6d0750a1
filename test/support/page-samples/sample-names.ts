/** The values of samples that people typed. They are in Greek, which no page is written in, and end as markup could begin. */
export const odd = (name: string): string => `${name}<ω>&"'`;

/** What no page has where it writes such a value as text, inside an element or an attribute. */
export const UNESCAPED = /<ω|ω>&(?!amp;)|ω>&amp;"/;

export const PERSON = odd('Άννα');
export const CLIENT = odd('Αγορά');
export const LOGIN = odd('άννα');
export const addressOf = (name: string): string => `${name}@family.example`;

export const NOW = new Date('2026-03-01T12:00:00Z');
