import { describe, expect, it } from '@jest/globals';
import { SETTINGS } from './settings.js';
import { SettingsError } from './settings-error.js';

const { securityContact, securityLanguages } = SETTINGS;

describe('SECURITY_CONTACT', () => {
  it.each([
    ['mailto:security@family.example', ['mailto:security@family.example']],
    [
      ' https://Family.example/report , mailto:a@b.example,tel:+49-89-1234567,',
      ['https://family.example/report', 'mailto:a@b.example', 'tel:+49-89-1234567'],
    ],
  ])('%s is %j', (text, contacts) => expect(securityContact.valueOf(text)).toEqual(contacts));

  it.each([
    'security@family.example',
    'http://family.example',
    'mailto:',
    'mailto:x',
    'tel:x',
    'javascript:a@b',
    'x',
  ])('%s is refused', (text) => expect(() => securityContact.valueOf(text)).toThrow(SettingsError));

  it('not set is nobody', () => expect(securityContact.valueOf(undefined)).toEqual([]));
});

describe('SECURITY_LANGUAGES', () => {
  it('are those given, else English', () => {
    expect(securityLanguages.valueOf('de, pt-BR')).toEqual(['de', 'pt-BR']);
    expect(securityLanguages.valueOf(undefined)).toEqual(['en']);
  });

  it.each(['deutsch', 'en;de', 'e'])('%s is refused', (text) =>
    expect(() => securityLanguages.valueOf(text)).toThrow('must list languages'),
  );
});
