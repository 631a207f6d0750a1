import { Get, Post } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Answering, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { BrowserSessions } from '../../platform/http/browser-sessions.js';
import { sessionKeepsOf, type KeptAccount } from '../../identity/sessions/session-proofs.js';
import { DeletionPending } from '../../identity/accounts/deletion-pending.js';
import type { Method } from '../../identity/sessions/authentication.js';
import { SecondFactor, type FactorWays } from '../../identity/sessions/second-factor.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { followUp } from '../../platform/errors/outcome.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { readerOf } from '../../platform/pages/reader.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { factorErrorOf } from '../factors/factor-error.js';
import type { FactorError } from '../factors/factor-forms.js';
import { keepPage } from './data.page.js';
import { OwnDeletion } from './own-deletion.js';

const BY_FIRST_STEP = 'Its session was opened by who signed in to an account that is about to be deleted.';
/** Longest age of the first step. */
const FRESH_MS = 10 * MINUTE;
const GONE = 410;

/** Undoes a deletion: for seven days a person may sign in to the account and keep it (D237). */
@OpenPages('keep-account')
export class KeepAccountController {
  constructor(
    private readonly deletion: OwnDeletion,
    private readonly sessions: BrowserSessions,
    private readonly signIn: SignIn,
    private readonly given: SecondFactor,
    private readonly clock: Clock,
  ) {}

  @Get()
  @OpenPage('keepaccount', 'Asks whether to keep an account', { because: BY_FIRST_STEP, keepsOpener: true })
  async show(@CurrentVisit() visit: Visit): Promise<Shown> {
    const kept = await this.keptBy(visit);
    if (kept === null) return over(visit);
    return this.ask(kept, visit);
  }

  /**
   * Asks for the second factor where the account has one: a password by itself undoes nothing that the owner did. Then it
   * continues as any sign-in.
   */
  @Post()
  @OpenPage('keepaccountpost', 'Keeps an account, and signs the browser in', {
    because: BY_FIRST_STEP,
    writes: true,
    keepsOpener: true,
  })
  async keep(@CurrentVisit() visit: Visit): Promise<Shown> {
    const kept = await this.keptBy(visit);
    if (kept === null) return over(visit);
    const { accountId, method, linkRank } = kept;
    const methods: Method[] = method === 'link' ? ['link', 'password'] : [method];
    const { code, passkey } = await this.asked(kept);
    if (code || passkey)
      try {
        methods.push(await this.given.verify(visit, accountId));
      } catch (cause) {
        if (!(cause instanceof DeletionPending)) {
          const { key, unknown, answering } = factorErrorOf(cause);
          const error = { field: await this.given.fieldOf(visit), key, unknown };
          return this.ask(kept, visit, error, answering);
        }
        methods.push(cause.proof.method); // a passkey of this account, which is why it is refused
      }
    const { address } = visit;
    if (!(await followUp(this.deletion.keep(kept, address)))) return over(visit);
    const who = { accountId, methods, linkRank, mark: kept.mark };
    const outcome = await followUp(this.signIn.proceed(who, { next: '/account' }, visit));
    return seeOther('step' in outcome ? outcome.step : '/account');
  }

  private async ask(
    kept: KeptAccount,
    visit: Visit,
    error?: FactorError,
    answering?: Answering,
  ): Promise<Shown> {
    const [deletesAt, ways] = await Promise.all([this.deletion.dateOf(kept.accountId), this.asked(kept)]);
    if (deletesAt === null) return over(visit);
    return html(keepPage(readerOf(visit), { deletesAt, ways, error }), answering);
  }

  /**
   * Returns the second factors still to be asked for: any one suffices. After a mailed link only a settled factor is asked for here: a young one
   * may belong to the person who asked for the deletion (D378). It is asked for afterwards, where there is a way around it.
   */
  private asked({ accountId, method }: KeptAccount): Promise<FactorWays> {
    if (method === 'passkey') return Promise.resolve({ code: false, passkey: false });
    return method === 'link' ? this.given.settledWaysOf(accountId) : this.given.waysOf(accountId);
  }

  private async keptBy(visit: Visit): Promise<KeptAccount | null> {
    await this.sessions.load(visit);
    const keeps = sessionKeepsOf(visit);
    return keeps !== null && keeps.at.getTime() > this.clock.millis() - FRESH_MS ? keeps : null;
  }
}

function over(visit: Visit): Shown {
  return html(keepPage(readerOf(visit), null), { status: GONE });
}
