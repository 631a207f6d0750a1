import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Piscina } from 'piscina';
import { FixedClock } from '../../../test/support/fixed-clock.js';
import type { ForeignHash } from './foreign-hash.js';
import { kindOf, workOf } from './foreign-work.js';
import { OPERATOR, PasswordHasher, type Refusals } from './password-hasher.js';

const CORRECT = 'correct horse 41';
/** Made by others: the reference implementation of argon2, passlib's documentation, Python's hashlib. */
const VECTORS: readonly (readonly [kind: string, password: string, hash: string])[] = [
  [
    'argon2id',
    'password',
    '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  ],
  [
    'argon2id with lanes',
    'password',
    '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
  ],
  [
    'argon2i',
    'password',
    '$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8',
  ],
  [
    "Django's scrypt",
    CORRECT,
    'scrypt$seasalt$1024$8$1$AUDa+dzonoU26pZKCkvqOrDCpQSUxND/klbABF6yOdNftOv00tAdWt75C56vTEARpmD1TaF9sbRuplN8yz0dAA==',
  ],
  [
    "Werkzeug's scrypt",
    CORRECT,
    'scrypt:1024:8:1$saltsalt$1c4fa799753effbb284f356313d881e94a3b9c05e891f6f0c00f197822443c826e5364fdee8be9b5f0d50325f1ea1e91719243f5b2777c2832fd0f513e106c2f',
  ],
  [
    "passlib's PBKDF2",
    'password',
    '$pbkdf2-sha256$6400$.6UI/S.nXIk8jcbdHx3Fhg$98jZicV16ODfEsEZeYPGHU3kbrUrvUEXOPimVSQDD44',
  ],
  ["passlib's first PBKDF2", CORRECT, '$pbkdf2$1000$8PHy8/T19vf4.fr7/P3./w$qRKj0JOFuC0Jn5S2485YJ4e4iK4'],
  [
    "PHC's PBKDF2",
    CORRECT,
    '$pbkdf2-sha512$i=1000,l=64$MDEyMzQ1Njc4OWFiY2RlZg$iNtUarZoHflL7SQevNkR3hvQtIkLVFqfMpudsFZhHjvZrCFz2Fn81facNSJiPHNDru8pn2ZJ69SHQklgjERnaQ',
  ],
  ["Django's PBKDF2", CORRECT, 'pbkdf2_sha1$1000$seasalt$vRc31JdQeh4lntCpfrIHate0p0A='],
  [
    "Werkzeug's PBKDF2",
    CORRECT,
    'pbkdf2:sha256:1000$saltsalt$e6e2435652b5519071b5038e0a380744c5199815c84e427b075b3ffd0a931b20',
  ],
];
/** Takes 64 MB, so it is not computed for each password that is nearly the right one. */
const PASSLIB_SCRYPT =
  '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E';
/** The example of Firebase's own implementation: github.com/firebase/scrypt. */
const FIREBASE = {
  password: 'user1password',
  signerKey: Buffer.from(
    'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    'base64',
  ),
  hash: '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,k=0123456789abcdef$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
};
const FOREIGN = VECTORS[4][2];
const SAME_COST = FOREIGN.replace('saltsalt', 'othersalt');
const BCRYPT = '$2b$04$CCCCCCCCCCCCCCCCCCCCC.ug0A3dTXhy5U.dFjx/qguZ8I4CB77BC';

describe('password hashes of other systems (D256)', () => {
  let hasher: PasswordHasher;
  beforeAll(() => {
    hasher = new PasswordHasher(4, new FixedClock());
  });
  afterAll(() => hasher.close());
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const matches = (password: string, hash: string | null, refusals?: Refusals) =>
    hasher.turn(OPERATOR, async (turn) => (await turn.matches(password, hash, refusals)) !== null);

  it.each(VECTORS)(
    '%s: matches its password and none that is nearly it, and is renewed',
    async (_kind, password, hash) => {
      expect(await matches(password, hash)).toBe(true);
      for (const other of [`${password}.`, password.toUpperCase(), '', `.${password}`])
        expect(await matches(other, hash)).toBe(false);
      expect(hasher.needsRehash(hash, 'plain')).toBe(true);
    },
  );

  it("passlib's scrypt: matches its password and no other, and is renewed", async () => {
    expect(await matches('password', PASSLIB_SCRYPT)).toBe(true);
    expect(await matches('Password', PASSLIB_SCRYPT)).toBe(false);
    expect(hasher.needsRehash(PASSLIB_SCRYPT, 'plain')).toBe(true);
  });

  it("Firebase's scrypt: matches its password and no other by the project's signer key, and is renewed", async () => {
    const { password, hash, signerKey } = FIREBASE;
    const matchesBy = (typed: string, key: Buffer | null) =>
      hasher.turn(OPERATOR, async (turn) => (await turn.matches(typed, hash, undefined, key)) !== null);
    expect(await matchesBy(password, null)).toBe(false);
    expect(await matchesBy(password, Buffer.alloc(64, 1))).toBe(false);
    for (const other of ['user1passwor', 'User1password', ''])
      expect(await matchesBy(other, signerKey)).toBe(false);
    expect(await matchesBy(password, signerKey)).toBe(true);
    expect(hasher.needsRehash(hash, 'plain')).toBe(true);
  });

  it('of a password longer than the 72 bytes of bcrypt every byte counts', async () => {
    for (const [, , hash] of VECTORS.slice(3, 5)) expect(await matches('x'.repeat(256), hash)).toBe(false);
  });

  it('that can no longer be read match nothing, and are refused as an unknown account is', async () => {
    for (const hash of ['$argon2id$v=19$m=9999999,t=1,p=1$c29tZXNhbHQ$AAAA', 'md5', ''])
      expect(await matches('password', hash)).toBe(false);
  });

  describe('one amount of work for every refusal (D40)', () => {
    /** What the worker was told to do when the password is refused, in no order. */
    async function workFor(
      hash: string | null,
      decoys: readonly string[],
      isRefused = false,
    ): Promise<Record<string, number>> {
      const run = jest.spyOn(Piscina.prototype, 'run').mockClear();
      await matches(isRefused ? CORRECT : 'wrong', hash, { decoys, isRefused });
      const [[task]] = run.mock.calls as unknown as [
        [{ deciding: Work; others: Work[]; isRefused: boolean }],
      ];
      expect(task.isRefused).toBe(isRefused);
      const done: Record<string, number> = {};
      for (const work of [task.deciding, ...task.others]) {
        const [kind, amount] = work.kind === 'bcrypt' ? ['bcrypt', work.cost] : [kindOf(work), workOf(work)];
        done[kind] = (done[kind] ?? 0) + amount;
      }
      return done;
    }

    it('a foreign hash, bcrypt, no account: while some account has a foreign hash, one bcrypt and one of those', async () => {
      const expected = { bcrypt: 4, scrypt: 8192 };
      for (const hash of [FOREIGN, BCRYPT, null, 'no hash that is known'])
        expect(await workFor(hash, [SAME_COST])).toEqual(expected);
    });

    it('hashes of different costs and kinds: every refusal costs as much as the costliest of each kind', async () => {
      const kept = [
        ...['$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$', '$argon2id$v=19$m=1000,t=3,p=1$c29tZXNhbHQ$'].map(
          (start) => `${start}bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc`,
        ),
        ...[1024, 4096].map((n) => FOREIGN.replace('1024', String(n))),
        FOREIGN.replace('1024:8:1', '512:8:3'),
        ...[1000, 2500].map((count) => `pbkdf2:sha256:${count}$saltsalt$${'e6'.repeat(32)}`),
        `pbkdf2:sha256:900$saltsalt$${'e6'.repeat(64)}`, // two blocks of 32 bytes
      ];
      const expected = { bcrypt: 4, argon2id: 3000, scrypt: 32_768, 'pbkdf2-sha256': 2500 };
      for (const hash of [...kept, BCRYPT, null])
        expect([hash, await workFor(hash, kept)]).toEqual([hash, expected]);
    });

    it('no account has one: one bcrypt', async () => {
      expect(await workFor(BCRYPT, [])).toEqual({ bcrypt: 4 });
      expect(await workFor(null, [])).toEqual({ bcrypt: 4 });
    });

    it('the right password of an account that may not sign in: as much, also just after it was right', async () => {
      expect(await matches(CORRECT, FOREIGN)).toBe(true);
      expect(await workFor(FOREIGN, [SAME_COST], true)).toEqual({ bcrypt: 4, scrypt: 8192 });
    });

    it('is done by the worker: what comes beside the deciding one is computed, or it would fail', async () => {
      const run = jest.spyOn(Piscina.prototype, 'run');
      const impossible = {
        kind: 'scrypt',
        n: 3,
        r: 8,
        p: 1,
        salt: Buffer.alloc(8),
        digest: Buffer.alloc(16),
      };
      run.mockImplementationOnce(function (this: Piscina, task: object, options?: object) {
        return this.run({ ...task, others: [{ ...impossible, password: 'x' }] }, options) as Promise<never>;
      });
      await expect(matches('wrong', BCRYPT)).rejects.toThrow(/scrypt|param/i);
    });
  });
});

type Work = ForeignHash | { readonly kind: 'bcrypt'; readonly cost: number };
