import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { startDynamoDbLocal } from '#src/dynamodb/dynamodb-local.ts';
import { bindToLoopback } from '#src/dynamodb/loopback-classes.ts';

describe('DynamoDB Local', () => {
  it('answers on loopback and on no other address of this machine', async () => {
    const engine = await startDynamoDbLocal({ directory: undefined });
    try {
      expect((await fetch(engine.url)).status).toBe(400);
      const others = Object.values(networkInterfaces())
        .flat()
        .filter((address) => address && !address.internal && address.family === 'IPv4');
      for (const address of others)
        await expect(fetch(engine.url.replace('127.0.0.1', address?.address ?? ''))).rejects.toThrow();
    } finally {
      await engine.stop('SIGKILL');
    }
    await expect(fetch(engine.url)).rejects.toThrow();
  });

  it('is not started from a class file that it does not understand', () => {
    const noMethods = Buffer.from('cafebabe0000003d0001' + '0021000000000000' + '00000000' + '0000', 'hex');
    expect(() => bindToLoopback(noMethods)).toThrow('no method getHost');
  });
});
