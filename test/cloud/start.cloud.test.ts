import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { seededAccounts, seedPassword } from '#local/seed/accounts.ts';
import { apiCaller } from '#local/seed/api-caller.ts';
import { srpSignIn } from '#local/seed/srp-sign-in.ts';
import { accountRoutes } from '#shared/api/account.ts';
import { freePorts } from '#test/support/free-ports.ts';

const parent = join(projectRoot, '.build', 'test');
mkdirSync(parent, { recursive: true });
const data = mkdtempSync(join(parent, 'start-'));
const started: ChildProcess[] = [];

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

/** `npm start` without npm, which does not pass signals on. */
function npmStart(...options: string[]) {
  const child = spawn(
    process.execPath,
    ['local/start.ts', '--data', relative(projectRoot, data), ...options],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  started.push(child);
  const lines: string[] = [];
  let arrived = () => {};
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      arrived();
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    lines,
    ended,
    /** Resolves when a matching line is printed; rejects with the whole output when the process ends before. */
    async printed(like: RegExp): Promise<void> {
      const hasEnded = ended.then(() => 'ended');
      while (!lines.some((line) => like.test(line))) {
        const next = new Promise<void>((resolve) => {
          arrived = resolve;
        });
        if ((await Promise.race([next, hasEnded])) === 'ended' && !lines.some((line) => like.test(line)))
          throw new Error(lines.join('\n'));
      }
    },
  };
}

it('starts the whole product by one command, with accounts to sign in as, and stops it by one key', async () => {
  const port = await freePorts(3);
  const running = npmStart('--port', String(port));
  await running.printed(/is ready/);
  const url = `http://127.0.0.1:${port}`;
  expect(running.lines).toContainEqual(expect.stringContaining(url));
  expect((await fetch(`${url}/landing`)).status).toBe(200);

  const {
    userPoolId,
    userPoolClientId: clientId,
    region,
    issuer,
  } = await (await fetch(`${url}/config.json`)).json();
  const cognito = new CognitoIdentityProviderClient({
    region,
    endpoint: new URL(issuer).origin,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  });
  const standings: string[] = [];
  for (const { email } of seededAccounts) {
    const { AccessToken = '' } = await srpSignIn(cognito, {
      userPoolId,
      clientId,
      email,
      password: seedPassword,
    });
    const me = accountRoutes.getMe.reply.parse(await apiCaller(url, AccessToken)('GET', '/api/me'));
    standings.push(`${email.split('@')[0]}: ${me.tier}, ${me.role ?? 'no role'}`);
  }
  cognito.destroy();
  expect(standings).toEqual([
    'free: free, no role',
    'starter: starter, no role',
    'pro: pro, no role',
    'admin: free, admin',
    'super: free, super_admin',
  ]);

  const second = npmStart('--port', String(port));
  await second.printed(/is already running here/);
  expect(await second.ended).toBe(1);

  running.child.kill('SIGINT');
  await running.printed(/Stopping/);
  expect(await running.ended).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});
