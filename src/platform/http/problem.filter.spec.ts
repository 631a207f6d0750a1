import { NotFoundException, type ArgumentsHost } from '@nestjs/common';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Exchange, attachExchange } from '../operations/exchange.js';
import { AppLog, createLog } from '../telemetry/log.js';
import { ProblemFilter } from './problem.filter.js';
import { ProblemPages } from './problem-pages.js';

describe('the page of a problem', () => {
  let lines: string[];
  let pages: ProblemPages;
  beforeEach(() => {
    lines = [];
    pages = new ProblemPages();
  });

  /** What a browser is sent when there is nothing at the path. */
  function notFoundAt(path: string): Promise<string> {
    const origin = { address: '192.0.2.1', isEncrypted: true, isLoopback: false, host: null };
    const request = { path, originalUrl: path, accepts: () => 'html' };
    attachExchange(request as never, new Exchange('GET', path, {}, origin));
    return new Promise((resolve) => {
      const response = { status: () => response, set: () => response, type: () => response, send: resolve };
      const host = { switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }) };
      const log = new AppLog(createLog('debug', { write: (line: string) => void lines.push(line) }));
      new ProblemFilter(log, pages).catch(new NotFoundException(), host as unknown as ArgumentsHost);
    });
  }

  it('is in the frame of the room that it belongs to', async () => {
    pages.register(({ path }, { title, status }) =>
      Promise.resolve(path === '/room' ? `${status} ${title} in a frame` : null),
    );
    expect(await notFoundAt('/room')).toBe('404 Page not found in a frame');
    expect(await notFoundAt('/elsewhere')).toContain('<h1>Page not found</h1>');
  });

  it('is plain where the frame fails, which the log tells', async () => {
    pages.register(() => Promise.reject(new Error('no database')));
    expect(await notFoundAt('/room')).toContain('<h1>Page not found</h1>');
    expect(lines.join()).toContain('the frame of a page failed');
  });
});
