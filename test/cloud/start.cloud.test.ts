import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { seededAccounts, seedPassword } from '#local/seed/accounts.ts';
import { apiCaller } from '#local/seed/api-caller.ts';
import { seededCustomers } from '#local/seed/customers.ts';
import { srpSignIn } from '#local/seed/srp-sign-in.ts';
import { accountRoutes } from '#shared/api/account.ts';
import { adminRoutes } from '#shared/api/admin.ts';
import { billingRoutes } from '#shared/api/billing.ts';
import { freePorts } from '#test/support/free-ports.ts';

const parent = join(projectRoot, '.build', 'test');
mkdirSync(parent, { recursive: true });
let data: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  data = mkdtempSync(join(parent, 'start-'));
});

// After each try, so that a second one finds no process and no data of the first.
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
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

/** Asks for the site every tenth of a second until `end`, and returns each status of the answers. */
async function statusesUntil(end: Promise<unknown>, url: string): Promise<Set<number>> {
  const seen = new Set<number>();
  let hasEnded = false;
  end.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    for (const path of ['/landing', '/api/public/landing-images', '/_local/stripe', '/_local/mail']) {
      const status = await fetch(url + path).then(
        (answer) => answer.status,
        () => 503,
      );
      if (!hasEnded) seen.add(status);
    }
    await sleep(100);
  }
  return seen;
}

it('starts the whole product by one command, with accounts to sign in as, and stops it by one key', async () => {
  const port = await freePorts(3);
  const running = npmStart('--port', String(port));
  const url = `http://127.0.0.1:${port}`;
  const ready = running.printed(/is ready/);
  // The history is made with a moved clock, which no visitor may see.
  expect([...(await statusesUntil(ready, url))]).toEqual([503]);
  await ready;
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
  const signIn = async (email: string) => {
    const person = { userPoolId, clientId, email, password: seedPassword };
    return apiCaller(url, (await srpSignIn(cognito, person)).AccessToken ?? '');
  };
  const standings: string[] = [];
  for (const { email } of seededAccounts) {
    const me = accountRoutes.getMe.reply.parse(await (await signIn(email))('GET', '/api/me'));
    standings.push(`${email.split('@')[0]}: ${me.tier}, ${me.role ?? 'no role'}`);
  }
  expect(standings).toEqual([
    'free: free, no role',
    'starter: starter, no role',
    'pro: pro, no role',
    'admin: free, admin',
    'super: free, super_admin',
  ]);

  // Everybody's ledger explains the balance, and nothing in it is of the future.
  const wrong: string[] = [];
  for (const email of new Set([...seededAccounts, ...seededCustomers].map((person) => person.email))) {
    const call = await signIn(email);
    const { credits } = accountRoutes.getMe.reply.parse(await call('GET', '/api/me'));
    const { items } = accountRoutes.listLedger.reply.parse(await call('GET', '/api/me/ledger'));
    const sum = items.reduce(
      (total, { free, subscription, purchased }) => total + free + subscription + purchased,
      0,
    );
    if (sum !== credits.available) wrong.push(`${email} has ${credits.available}, the ledger says ${sum}`);
    if (items.some(({ createdAt }) => Date.parse(createdAt) > Date.now())) wrong.push(`${email}: the future`);
  }
  expect(wrong).toEqual([]);

  const pro = await signIn('pro@platepost.example');
  const subscription = billingRoutes.checkSubscription.reply.parse(
    await pro('GET', '/api/billing/subscription'),
  );
  expect(Date.parse(subscription.subscriptionEnd ?? '')).toBeGreaterThan(Date.now());
  const ledger = accountRoutes.listLedger.reply.parse(await pro('GET', '/api/me/ledger')).items;
  const paidMonths = ledger
    .filter(({ kind }) => kind === 'plan')
    .map(({ createdAt }) => createdAt.slice(0, 10));
  expect(new Set(paidMonths).size).toBe(2);

  const overview = adminRoutes.getAdminOverview.reply.parse(
    await (await signIn('super@platepost.example'))('GET', '/api/admin/overview'),
  );
  const busyDays = overview.days.filter(
    ({ signUps, generations, paidCredits }) => signUps + generations + paidCredits > 0,
  );
  expect(busyDays.length).toBeGreaterThanOrEqual(15);
  expect(overview.days.reduce((sum, { failures }) => sum + failures, 0)).toBe(0);
  cognito.destroy();

  const second = npmStart('--port', String(port));
  await second.printed(/is already running here/);
  expect(await second.ended).toBe(1);

  running.child.kill('SIGINT');
  await running.printed(/Stopping/);
  expect(await running.ended).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});
