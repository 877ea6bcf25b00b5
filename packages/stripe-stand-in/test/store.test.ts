import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '#src/store.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stripe-stand-in-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const customer = (id: string) => ({ id, object: 'customer', deleted: true }) as const;

describe('the store', () => {
  it('stores a transaction whole or not at all', () => {
    const store = openStore(directory);
    store.transact(() => store.put('deletedCustomers', customer('a')));
    expect(() =>
      store.transact(() => {
        store.put('deletedCustomers', customer('b'));
        store.remove('deletedCustomers', 'a');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.all('deletedCustomers').map(({ id }) => id)).toEqual(['a']);
    expect(() => store.put('deletedCustomers', customer('c'))).toThrow('outside of a transaction');
    store.close();
    const again = openStore(directory);
    expect(again.all('deletedCustomers').map(({ id }) => id)).toEqual(['a']);
    again.close();
  });

  it('ignores an incomplete last line, and refuses a journal that is damaged elsewhere', async () => {
    const journal = join(directory, 'journal.jsonl');
    const store = openStore(directory);
    for (const id of ['a', 'b']) store.transact(() => store.put('deletedCustomers', customer(id)));
    store.close();
    await appendFile(journal, '[["deletedCustomers","c",{"id":"c"');
    const again = openStore(directory);
    again.transact(() => again.put('deletedCustomers', customer('d')));
    again.close();
    const third = openStore(directory);
    expect(third.all('deletedCustomers').map(({ id }) => id)).toEqual(['a', 'b', 'd']);
    third.close();
    await writeFile(journal, `nonsense\n${await readFile(journal, 'utf8')}`);
    expect(() => openStore(directory)).toThrow('is damaged in line 1');
  });

  it('keeps every completed transaction when its process is killed', async () => {
    const script = `
      import { openStore } from '#src/store.ts';
      const store = openStore(process.argv[1]);
      for (let index = 0; index < 100_000; index += 1) {
        store.transact(() => {
          store.put('deletedCustomers', { id: 'a' + index, object: 'customer', deleted: true });
          store.put('deletedCustomers', { id: 'b' + index, object: 'customer', deleted: true });
        });
        process.stdout.write(index + '\\n');
        // Flushes stdout.
        await new Promise((resolve) => setImmediate(resolve));
      }`;
    const child: ChildProcess = spawn(
      process.execPath,
      ['--input-type=module', '--eval', script, directory],
      { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let printed = '';
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.length > 2000) child.kill('SIGKILL');
      });
      child.on('close', () => resolve());
    });
    const last = Number(printed.trimEnd().split('\n').at(-2));
    expect(last).toBeGreaterThan(50);
    const store = openStore(directory);
    const ids = new Set(store.all('deletedCustomers').map(({ id }) => id));
    for (let index = 0; index <= last; index += 1) expect(ids.has(`a${index}`)).toBe(true);
    // Both of a pair, or neither.
    for (const id of ids) expect(ids.has(`${id.startsWith('a') ? 'b' : 'a'}${id.slice(1)}`)).toBe(true);
    store.close();
  });
});
