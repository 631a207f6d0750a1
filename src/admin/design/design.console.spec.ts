import { NotFoundException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import type { AppConfig } from '../../platform/config/app-config.js';
import type { Administrator } from '../shell/access/administrator.js';
import { DesignConsole } from './design.console.js';

const BY: Administrator = {
  role: 'support',
  accountId: '1',
  clientId: null,
  address: '192.0.2.1',
  session: null,
  at: new Date('2026-03-01T12:00:00Z'),
};

describe('the page of the design', () => {
  const pageIn = (environment: AppConfig['environment']) =>
    new DesignConsole({ environment } as AppConfig).page(BY);

  it('is not there in production', () => {
    expect(() => pageIn('production')).toThrow(NotFoundException);
  });

  it('is there elsewhere', () => {
    expect(pageIn('development')).toContain('<h1>Design</h1>');
  });
});
