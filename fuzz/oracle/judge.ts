import type { RouteTable } from '../generate/route-table.js';
import type { FuzzRequest } from '../requests/request.js';
import { render } from '../requests/render.js';
import type { Document } from '../surface/document.js';
import { header, isAnswer, type Answer, type Outcome } from '../wire/answer.js';
import { fault, type Fault } from './fault.js';
import { Forms } from './forms.js';
import { guidesAt } from './guides.js';
import { insideIn, type Secrets } from './leaks.js';

/** Statuses above 500 that the interface defines (§7.1, §7.2): nobody signed in, not allowed, no such account. */
const OF_THE_INTERFACE = [501, 507, 509];

/** Checks the answer to one request; time, memory and log are checked elsewhere. */
export class Judge {
  private readonly forms: Forms;

  constructor(
    document: Document,
    table: RouteTable,
    private readonly secrets: Secrets,
    private readonly host: string,
  ) {
    this.forms = new Forms(document, table);
  }

  /** All faults of it; usually none. */
  judge(request: FuzzRequest, outcome: Outcome): Fault[] {
    if (!isAnswer(outcome)) return this.judgeSilence(request, outcome.why);
    const { aim } = request;
    const faults = [this.judgeStatus(aim, outcome), this.judgeLeaks(request, outcome)];
    if (request.kind === 'structured') {
      const problem = this.forms.problemWith(request, outcome);
      if (problem !== null) faults.push(fault('form', aim, problem));
    }
    return faults.filter((found) => found !== null);
  }

  private judgeStatus(aim: string, answer: Answer): Fault | null {
    const { status } = answer;
    if (status < 500 || OF_THE_INTERFACE.includes(status)) return null;
    if (status === 503 && header(answer, 'retry-after') !== undefined) return null;
    const missing = status === 503 ? ' without Retry-After' : '';
    return fault('status', aim, `answered ${status}${missing}`);
  }

  private judgeLeaks(request: FuzzRequest, { status, body, headers }: Answer): Fault | null {
    if (body.length === 0) return null;
    const text = body.toString();
    const { aim } = request;
    if ((headers.get('content-type')?.[0] ?? '').startsWith('image/')) return null;
    if (this.secrets.inAnswer(text, aim, '') === null && insideIn(text, '') === null) return null; // the normal case
    const sent = decoded(render(request, this.host));
    const secret = this.secrets.inAnswer(text, aim, sent);
    if (secret !== null) return fault('leak', aim, `the answer holds ${secret}`);
    const inside = insideIn(text, sent + guidesAt(aim, status));
    return inside === null ? null : fault('leak', aim, `the answer holds ${JSON.stringify(inside)}`);
  }

  /** A complete request must be answered, if only by a refusal; a broken one may be cut off. */
  private judgeSilence(request: FuzzRequest, why: string): Fault[] {
    const isOwed = request.kind === 'structured' && request.delivery.kind !== 'cut';
    if (!isOwed || why === 'refused') return []; // refused: the process is not running, which is detected elsewhere
    if (why === 'closed' && !request.isSound) return [];
    const what = {
      silent: 'no answer came',
      closed: 'the connection was closed',
      malformed: 'what came is no HTTP',
    }[why];
    return [fault('silent', request.aim, `${what ?? why}`)];
  }
}

/** The content of a request, in each decoding that a server may use. */
function decoded(bytes: Buffer): string {
  const text = bytes.toString();
  try {
    return `${text}\n${decodeURIComponent(text.replaceAll('+', ' '))}`;
  } catch {
    return text;
  }
}
