import type { Exchange } from '../campaign/exchange.js';
import type { Content, FuzzRequest, Pair, Structured } from '../requests/request.js';
import { isAnswer, type Answer, type Outcome } from '../wire/answer.js';

const LONG = 8;
const VALUE = /"(\w+)":"?([\w.~%:/+=-]+)"?/g;
const ADDRESS = /(?:location: |href="|action=")([^"\s]+)/gi;

/** Values in an answer, in order: later requests may use them. */
function toldBy(outcome: Outcome): string[] {
  if (!isAnswer(outcome)) return [];
  const text = outcome.body.toString();
  const values = [...text.matchAll(VALUE)]
    .filter(([, name]) => name !== 'requestId')
    .map(([, , value]) => value);
  const addresses = [...linesOf(outcome).matchAll(ADDRESS), ...text.matchAll(ADDRESS)].flatMap(
    ([, address]) => address.split(/[/?&=]/),
  );
  const cookies = (outcome.headers.get('set-cookie') ?? []).map(
    (line) => line.split(';')[0].split('=')[1] ?? '',
  );
  return [...values, ...addresses, ...cookies].filter((value) => value !== '');
}

function linesOf({ headers }: Answer): string {
  return [...headers].map(([name, values]) => `${name}: ${values.join(', ')}`).join('\n');
}

/** Replaces values of the first run's answers with those of the replay. */
class Substitutions {
  private readonly short = new Map<string, string>();
  private readonly long: [was: string, is: string][] = [];

  learn(before: Outcome, now: Outcome): void {
    const [was, is] = [toldBy(before), toldBy(now)];
    if (was.length !== is.length) return; // a different answer: nothing can be matched
    was.forEach((value, i) => {
      if (value === is[i]) return;
      if (value.length < LONG) this.short.set(value, is[i]);
      else this.long.push([value, is[i]]);
    });
  }

  apply(request: FuzzRequest): FuzzRequest {
    if (request.kind === 'raw' || (this.short.size === 0 && this.long.length === 0)) return request;
    const pairs = (all: readonly Pair[]): Pair[] => all.map(([name, value]) => [name, this.text(value)]);
    const { mac } = request;
    return {
      ...request,
      path: request.path
        .split('/')
        .map((part) => this.text(part))
        .join('/'),
      query: pairs(request.query),
      headers: pairs(request.headers),
      content: this.content(request, pairs),
      mac: mac && { ...mac, token: this.text(mac.token), key: this.text(mac.key) },
    };
  }

  private content({ content }: Structured, pairs: (all: readonly Pair[]) => Pair[]): Content | null {
    switch (content?.kind) {
      case 'form':
        return { ...content, fields: pairs(content.fields) };
      case 'json':
        return {
          ...content,
          value: JSON.parse(this.text(JSON.stringify(content.value) ?? 'null')) as unknown,
        };
      case 'multipart': {
        const parts = content.parts.map((part) =>
          typeof part.value === 'string' ? { ...part, value: this.text(part.value) } : part,
        );
        return { ...content, parts };
      }
      default:
        return content;
    }
  }

  /** Short values, such as ids, only as whole words. */
  private text(value: string): string {
    const whole = this.short.get(value);
    if (whole !== undefined) return whole;
    return this.long.reduce((text, [was, is]) => text.replaceAll(was, is), value);
  }
}

/** Sends the requests again one by one, each with the values of this run's answers. */
export async function replay(
  exchanges: readonly Exchange[],
  send: (request: FuzzRequest) => Promise<Outcome>,
): Promise<{ requests: FuzzRequest[]; last: Outcome | null }> {
  const substitutions = new Substitutions();
  const requests: FuzzRequest[] = [];
  let last: Outcome | null = null;
  for (const { request, outcome } of exchanges) {
    const changed = substitutions.apply(request);
    requests.push(changed);
    last = await send(changed);
    substitutions.learn(outcome, last);
  }
  return { requests, last };
}
