import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Piscina } from 'piscina';
import { FixedClock } from '../../../test/support/fixed-clock.js';
import { OPERATOR, PasswordHasher, type Refusals } from './password-hasher.js';

const CORRECT = 'correct horse 41';
/** Made by others: the reference implementation of argon2, passlib's documentation, Python's hashlib. */
const VECTORS: readonly (readonly [kind: string, password: string, hash: string])[] = [
  [
    'argon2id',
    'password',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ],
  [
    'argon2id with lanes',
    'password',
    '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
  ],
  [
    'argon2i',
    'password',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  ],
  [
    "passlib's scrypt",
    'password',
    '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
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
const FOREIGN = VECTORS[5][2];
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
    hasher.turn(OPERATOR, (turn) => turn.matches(password, hash, refusals));

  it.each(VECTORS)(
    '%s: matches its password and none that is nearly it, and is renewed',
    async (_kind, password, hash) => {
      expect(await matches(password, hash)).toBe(true);
      for (const other of [`${password}.`, password.toUpperCase(), '', `.${password}`])
        expect(await matches(other, hash)).toBe(false);
      expect(hasher.needsRehash(hash)).toBe(true);
    },
  );

  it('of a password longer than the 72 bytes of bcrypt every byte counts', async () => {
    for (const [, , hash] of VECTORS.slice(4, 6)) expect(await matches('x'.repeat(256), hash)).toBe(false);
  });

  it('that can no longer be read match nothing, and are refused as an unknown account is', async () => {
    for (const hash of ['$argon2id$v=19$m=9999999,t=1,p=1$c29tZXNhbHQ$AAAA', 'md5', ''])
      expect(await matches('password', hash)).toBe(false);
  });

  describe('one amount of work for every refusal (D40)', () => {
    /** What the worker was told to do when the password is refused, in no order. */
    async function workFor(hash: string | null, decoy: string | null, isRefused = false): Promise<string[]> {
      const run = jest.spyOn(Piscina.prototype, 'run');
      await matches(isRefused ? CORRECT : 'wrong', hash, { decoy, isRefused });
      const [[task]] = run.mock.calls as unknown as [
        [{ deciding: Work; others: Work[]; isRefused: boolean }],
      ];
      expect(task.isRefused).toBe(isRefused);
      return [task.deciding, ...task.others].map(named).sort();
    }

    it('a foreign hash, bcrypt, no account: while some account has a foreign hash, one bcrypt and one of those', async () => {
      const expected = ['bcrypt up to 4', 'scrypt 1024 8 1 64'];
      expect(await workFor(FOREIGN, SAME_COST)).toEqual(expected);
      expect(await workFor(BCRYPT, SAME_COST)).toEqual(expected);
      expect(await workFor(null, SAME_COST)).toEqual(expected);
      expect(await workFor('no hash that is known', SAME_COST)).toEqual(expected);
    });

    it('no account has one: one bcrypt', async () => {
      expect(await workFor(BCRYPT, null)).toEqual(['bcrypt up to 4']);
      expect(await workFor(null, null)).toEqual(['bcrypt up to 4']);
    });

    it('the right password of an account that may not sign in: as much, also just after it was right', async () => {
      const expected = ['bcrypt up to 4', 'scrypt 1024 8 1 64'];
      expect(await matches(CORRECT, FOREIGN)).toBe(true);
      expect(await workFor(FOREIGN, SAME_COST, true)).toEqual(expected);
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

type Work = Readonly<Record<string, unknown>> & { kind: string; digest?: Uint8Array };

/** Its kind and what it costs. */
function named({ kind, cost, n, r, p, digest }: Work): string {
  return kind === 'bcrypt'
    ? `bcrypt up to ${String(cost)}`
    : `${kind} ${[n, r, p, digest?.length].join(' ')}`;
}
