// `npm run -s demo:token`: an access token (or `-- --refresh`: a refresh token) of the demo data's member, for curl.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const USAGE = `Usage: npm run --silent demo:token [-- --refresh]

Prints an access token of the demo data's member, or a refresh token. The server must be running; its address and
secrets are read from demo.env in DATA_DIR ("data" by default).
`;

const args = process.argv.slice(2);
if (args.includes('--help')) process.stdout.write(USAGE);
else if (args.some((arg) => arg !== '--refresh')) fail(USAGE);
else
  process.stdout.write(`${await tokenOf(args.includes('--refresh') ? 'refresh_token' : 'access_token')}\n`);

async function tokenOf(kind) {
  const path = join(process.env.DATA_DIR ?? 'data', 'demo.env');
  const { HEARTH: url, PRIVILEGED: client, MEMBER: username, MEMBER_PASSWORD: password } = demo(path);
  const headers = { Authorization: `Basic ${Buffer.from(client).toString('base64')}` };
  const body = new URLSearchParams({ grant_type: 'password', username, password });
  const answer = await fetch(`${url}/token`, { method: 'POST', headers, body }).catch(() =>
    fail(`Nothing answers at ${url}. Start Hearth with "npm start".\n`),
  );
  const { [kind]: token, error_description: problem } = await answer.json();
  return token ?? fail(`${url}/token answered ${answer.status}: ${problem}\n`);
}

function demo(path) {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch {
    return fail(`There is no ${path}. "npm start" makes it with its demo data.\n`);
  }
}

function fail(problem) {
  process.stderr.write(problem);
  process.exit(1);
}
