import { describe, expect, it } from '@jest/globals';
import { typedText } from './typed-text.js';

describe('the text of a file that a person wrote', () => {
  it.each([
    ['UTF-8', Buffer.from('{"ü": 1}')],
    ['UTF-8 with a byte order mark (row 30)', Buffer.from('\ufeff{"ü": 1}')],
    ['UTF-16, as PowerShell writes it', Buffer.from('\ufeff{"ü": 1}', 'utf16le')],
  ])('is read from %s', (_what, bytes) => {
    expect(typedText(bytes)).toBe('{"ü": 1}');
  });

  it('is empty where the file is', () => {
    expect(typedText(Buffer.alloc(0))).toBe('');
  });
});
