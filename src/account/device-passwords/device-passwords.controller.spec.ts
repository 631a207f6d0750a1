import { describe, expect, it } from '@jest/globals';
import { ownVisitWith, pageOf, unused } from '../../../test/support/visits.js';
import type { PasswordClients } from '../../oauth/clients/password-clients.js';
import type { Clock } from '../../platform/security/clock.js';
import { DevicePasswordsController } from './device-passwords.controller.js';
import type { OwnDevicePasswords } from './own-device-passwords.js';

/** Lists no password, and makes none: a test fails where one would be made. */
const page = new DevicePasswordsController(
  { of: () => Promise.resolve([]) } as unknown as OwnDevicePasswords,
  { all: () => Promise.resolve([{ id: '5', name: 'Family app' }]) } as unknown as PasswordClients,
  unused(),
  { now: () => new Date('2026-03-01T12:00:00Z') } as unknown as Clock,
);

describe('the form of a new device password (D248)', () => {
  it.each([
    [{ name: '', client: 'legacy' }, 'name', 'Give it a name.'],
    [{ name: 'x', client: '999' }, 'client', 'Choose an option'],
  ])('refuses %j at its field, and makes nothing', async (body, field, says) => {
    const shown = await page.make(ownVisitWith({ body }));
    expect(shown.status).toBe(400);
    expect(pageOf(shown)).toMatch(new RegExp(`id="${field}-error"[^>]*>${says}`));
    expect(pageOf(shown).match(/class="error"/g)).toHaveLength(1);
    expect(shown.body).not.toContain('id="made"');
  });
});
