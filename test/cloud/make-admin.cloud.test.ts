import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { register, signIn } from '#test/support/sign-up.ts';

// R9.1
it('makes somebody who has signed up a super admin, from the next sign-in on', async () => {
  const cloud = sharedCloud();
  const person = await register(cloud, { fullName: 'Ada Lovelace' });
  const before = await signIn(cloud, person);
  await expect(before.call('getSettings')).rejects.toThrow();

  const makeAdmin = (email: string) => runOperatorCommand(cloud, 'make-admin', email, '--super');
  expect(await makeAdmin(person.email)).toBe(
    `${person.email} is a super admin now, from the next sign-in on\n`,
  );
  const after = await signIn(cloud, person);
  await expect(after.call('getSettings')).resolves.toBeDefined();
  expect(await makeAdmin(person.email)).toBe(`${person.email} is a super admin already\n`);

  const stranger = `${randomUUID()}@test.example`;
  await expect(makeAdmin(stranger)).rejects.toMatchObject({
    stderr: `Nobody has signed up as ${stranger}\n`,
  });
});
