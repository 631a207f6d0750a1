import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, jest } from '@jest/globals';
import { runCampaign, type Result } from '../../fuzz/campaign/campaign.js';
import { reportOf } from '../../fuzz/report.js';
import { OwnServer } from '../../fuzz/servers/own-server.js';
import { freePort } from '../support/free-port.js';

const FILE = fileURLToPath(new URL('./faulty-server.mjs', import.meta.url));
const SEED = 11;
/** A silent server is waited for a dozen times, any other where a request is broken off: even a busy machine has answered long before. */
const SHORT_MS = 2000;
const LONG_MS = 10_000;

/** A run against a server with one fault, as a stranger. */
async function runAgainst(fault: string, requests = 500): Promise<Result> {
  const port = await freePort();
  const env = { PORT: String(port), FAULT: fault };
  const program = { description: 'a scripted server', file: FILE, port, cwd: tmpdir(), env };
  return runCampaign({
    requests,
    seed: SEED,
    connections: 4,
    faults: 3,
    start: (listener) => OwnServer.start(program, listener),
    administrator: null,
    answerLimitMs: fault === 'silent' ? SHORT_MS : LONG_MS,
    slowMs: 2000, // by the scripted server's log
  });
}

const keysOf = ({ findings }: Result): string[] => findings.map(({ fault }) => fault.key);

jest.setTimeout(300_000); // only a hang takes so long

describe('the fuzzer', () => {
  it('finds nothing where nothing is wrong: the interface’s 509 and an honest 503 are no faults', async () => {
    const result = await runAgainst('none');
    expect(keysOf(result)).toEqual([]);
    expect(result.sent).toBe(500);
    expect(reportOf(result, SEED)).toContain('No fault was found.');
  });

  it.each([
    ['status', 'status oauth0token: answered 0', "curl -si --path-as-is 'http://HOST/token'"],
    ['busy without a time', 'status oauth0token: answered 0 without Retry-After', '/token'],
    ['stack', 'leak oauth0token: the answer holds', "curl -si --path-as-is 'http://HOST/token'"],
    ['sql', 'leak oauth0token: the answer holds "duplicate key value"', '/token'],
    ['form', "form oauth0token: the body must have required property 'error'", '/token'],
    ['silent', 'silent oauth0token: no answer came', "curl -si --path-as-is 'http://HOST/token'"],
    ['slow', 'slow oauth0token: took more than 0 s', "curl -si --path-as-is 'http://HOST/token'"],
    ['secret', 'leak oauth0introspect: the answer holds a value of access_token', '/introspect'],
    [
      'ended',
      'ended the server: the process ended (exit code 0)',
      "curl -si --path-as-is 'http://HOST/token'",
    ],
  ])('finds a fault of the class “%s” and makes it one curl line', async (fault, key, line) => {
    const { findings } = await runAgainst(fault);
    const found = findings.find((finding) => finding.fault.key.startsWith(key));
    expect([findings.map((finding) => finding.fault.key), found !== undefined]).toEqual([
      expect.anything(),
      true,
    ]);
    const { commands = [], isConfirmed = false } = found?.reproduction ?? {};
    expect([isConfirmed, commands.length]).toEqual([true, 1]);
    expect(commands[0].replace(/127\.0\.0\.1:\d+/, 'HOST')).toContain(line);
    expect(commands[0].length).toBeLessThan(120);
  });

  it('finds memory that grows, and the request that makes it grow', async () => {
    const { findings, memory } = await runAgainst('memory', 1000);
    expect(memory.length).toBeGreaterThan(8);
    expect(findings).toHaveLength(1);
    expect(findings[0].fault.key).toMatch(/^memory the server: memory grew by \d+ MiB/);
    const { commands, isConfirmed } = findings[0].reproduction;
    expect(isConfirmed).toBe(true);
    expect(commands[0]).toMatch(/^for i in \$\(seq 1000\); do curl -si --path-as-is .*\/api/);
  });

  it('finds a secret in the log, and what is written to stderr', async () => {
    expect(keysOf(await runAgainst('secret in the log'))).toEqual([
      'leak the log: the log holds a value of access_token',
    ]);
    expect(keysOf(await runAgainst('complaint'))).toEqual([
      'complaint stderr: (node) Warning: something leaks',
    ]);
  });

  it('does not count what was slow once and not again', async () => {
    const { findings, unconfirmed } = await runAgainst('slow once');
    expect([findings.length, unconfirmed.map(({ kind }) => kind)]).toEqual([0, ['slow']]);
  });

  it('sends the same for the same seed', async () => {
    // Not the answers: one to a request that is broken off arrives or not, as it happens.
    const sent = async () => [...(await runAgainst('none', 300)).coverage.sent];
    expect(await sent()).toEqual(await sent());
  });
});
