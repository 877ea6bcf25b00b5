import { describe, expect, it } from 'vitest';
import { createCredentialBook } from '#src/aws/credential-book.ts';

describe('a credential book', () => {
  it('issues the same key to the same name, before and after a restart', () => {
    const key = createCredentialBook('seed').issue('worker');
    expect(key.accessKeyId).toMatch(/^AKIA[0-9A-Z]{16}$/);
    expect(key.secretAccessKey).toHaveLength(40);
    const restarted = createCredentialBook('seed');
    expect(restarted.lookup(key.accessKeyId)).toBeUndefined();
    expect(restarted.issue('worker')).toEqual(key);
    expect(restarted.lookup(key.accessKeyId)).toEqual({ name: 'worker', ...key });
  });

  it('issues other keys to other names, and with another seed', () => {
    const book = createCredentialBook('seed');
    const keys = [book.issue('a'), book.issue('b'), createCredentialBook('other').issue('a')];
    expect(new Set(keys.map(({ accessKeyId }) => accessKeyId)).size).toBe(3);
    expect(new Set(keys.map(({ secretAccessKey }) => secretAccessKey)).size).toBe(3);
  });
});
