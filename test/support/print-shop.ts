import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { expect } from './page-test.js';
import type { TestServer } from './start-app.js';

const CLIENT = {
  clientId: 'prints',
  clientSecret: 'Prints-secret-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  name: 'Paper Boat Prints',
  homepageUrl: 'https://prints.example',
  ruleset: 'WEB',
  clientType: 'confidential' as const,
  isPrivileged: false,
  redirectUrls: ['http://localhost/callback'],
};

/** A third party with a page of its own, at another origin than the server, of which it is a client. */
export class PrintShop {
  private constructor(
    private readonly server: TestServer,
    private readonly site: Server,
  ) {}

  static async open(server: TestServer): Promise<PrintShop> {
    const site = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end('<title>shop</title><h1>Back at the shop</h1>'),
    );
    await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
    await server.get(Bootstrap).apply({ clients: [CLIENT] });
    return new PrintShop(server, site);
  }

  get callback(): string {
    return `http://localhost:${(this.site.address() as AddressInfo).port}/callback`;
  }

  authorizeUrl(state: string, scope = 'account'): string {
    const asked = {
      response_type: 'code',
      client_id: CLIENT.clientId,
      state,
      redirect_uri: this.callback,
      scope,
    };
    return `${this.server.url}/authorize?${new URLSearchParams(asked).toString()}`;
  }

  /** The messages to the shop, once its page is loaded. */
  async told(page: Page): Promise<URLSearchParams> {
    await expect(page.getByRole('heading', { name: 'Back at the shop' })).toBeVisible();
    return new URL(page.url()).searchParams;
  }

  close(): void {
    this.site.close();
  }
}
