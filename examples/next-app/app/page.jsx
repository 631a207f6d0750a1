import { auth } from '../auth.js';

/** @returns the account, or null: the token has expired, or the person disconnected this site */
async function accountOf({ accessToken }) {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const answer = await fetch(`${process.env.HEARTH}/api/acc/getloggedaccount`, { headers });
  return answer.ok ? (await answer.json()).a01.r.r : null;
}

export default async function Page() {
  const session = await auth();
  const account = session && (await accountOf(session));
  if (!account) return <a href="/api/auth/signin">Sign in</a>;
  const families = account.families.map(({ familyName }) => familyName).join(' and ');
  return <p>{`Hello ${account.name} of ${families}`}</p>;
}
