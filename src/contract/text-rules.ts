/** A name that people read: something visible, and no control characters (which would break a mail's header). */
export const PRINTABLE = {
  regex: /^(?=.*\S)\P{Cc}+$/su,
  meaning: 'visible text without control characters',
};
