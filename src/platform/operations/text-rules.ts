/** A name that people read: something visible, no control characters (which would break a mail's header), and none that turn the text around it. */
export const PRINTABLE = {
  regex: /^(?=.*[^\s\p{Cf}])[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/su,
  meaning: 'visible text without control characters',
};

/** An id of somebody else's system, kept to the letter. */
export const OPAQUE = {
  regex: /^[^\p{Cc}\p{Cs}]{1,255}$/u,
  meaning: '1 to 255 characters, none of them a control character',
};
