import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Person } from './user.js';
import { userIsSentBack } from './user.js';

type Handler = (request: Request) => Promise<Response>;

/** A web application of the test on a free port. */
export class WebApp {
  private constructor(
    readonly url: string,
    private readonly listener: Server,
  ) {}

  /** @param make gets the address of the application, which the libraries need as a setting */
  static async start(make: (url: string) => RequestListener): Promise<WebApp> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    listener.on('request', make(url));
    return new WebApp(url, listener);
  }

  close(): Promise<void> {
    this.listener.closeAllConnections();
    return new Promise((resolve) => this.listener.close(() => resolve()));
  }
}

/** For libraries that take and answer requests in the terms of the Fetch API. */
export function listenerOf(url: string, handler: Handler): RequestListener {
  return (request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const answer = await handler(
        new Request(new URL(request.url ?? '/', url), {
          method: request.method,
          headers: Object.entries(request.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]),
          ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        }),
      );
      for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
      response.setHeader('set-cookie', answer.headers.getSetCookie());
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
    })();
  };
}

/** A user's browser at such an application: keeps its cookies, follows no redirect by itself. */
export class Visitor {
  private readonly cookies = new Map<string, string>();

  /** @param ca the server's certificate, to trust */
  constructor(private readonly ca?: string) {}

  async ask(url: string | URL, body?: URLSearchParams | object): Promise<Response> {
    const isForm = body instanceof URLSearchParams;
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: {
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        Origin: new URL(url).origin,
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Signs in at the server, allows it, and returns the application's answer. */
  async signsIn(link: string, person: Person): Promise<Response> {
    const { url, form } = await userIsSentBack(link, person, 'allow', this.ca);
    return this.ask(url, form && new URLSearchParams(form));
  }
}

/** The redirect of an answer. */
export function locationOf(answer: Response): string {
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`the answer ${answer.status} leads nowhere`);
  return location;
}
