import { env } from 'node:process';

const { HEARTH, JOB } = env; // the address of Hearth, and client_id:secret

/** @returns what Hearth answered, as an object */
async function ask(path, options) {
  const answer = await fetch(HEARTH + path, options);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const { access_token } = await ask('/token', {
  method: 'POST',
  headers: { Authorization: `Basic ${Buffer.from(JOB).toString('base64')}` },
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
});
const { a01 } = await ask('/api/prov/listfamilies', { headers: { Authorization: `Bearer ${access_token}` } });
for (const { familyName } of a01.r.r.families) console.log(familyName);
