import type { Cast } from '../stage/cast.js';
import type { Caller } from '../workload/caller.js';
import { basic } from '../workload/credentials.js';

/** The password that was acknowledged last is right, and the one before it is not. */
export async function verifyPasswords(newCaller: () => Caller, cast: Cast): Promise<void> {
  const { passwords, findings } = newCaller().ledger;
  const isRight = async (username: string, password: string): Promise<boolean> => {
    const form = { grant_type: 'password', username, password };
    const asked = { path: '/token', form, headers: basic(cast.app) };
    const heard = await newCaller().until('sign-in afterwards', asked, { right: [200, 400] });
    return heard?.answer.status === 200;
  };
  for (const { identifier, candidates, former } of passwords) {
    let right = 0;
    for (const password of candidates) if (await isRight(identifier, password)) right++;
    if (right !== 1)
      findings.add('lost', `the password of ${identifier}: ${right} of ${candidates.length} work`);
    if (former !== null && (await isRight(identifier, former)))
      findings.add('revived', `the password that ${identifier} had before`);
  }
}
