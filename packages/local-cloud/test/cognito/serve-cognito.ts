import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createCognito } from '#src/cognito/cognito.ts';
import { createMailbox } from '#src/mailbox/mailbox.ts';

/**
 * A Cognito in a process of its own, for a test that kills it: `node serve-cognito.ts <directory> <origin>`.
 * Prints its URL once it listens.
 */
const [directory = '', origin = ''] = process.argv.slice(2);
const mailbox = createMailbox({ directory: join(directory, 'mailbox') });
const cognito = createCognito({
  directory: join(directory, 'cognito'),
  origin,
  mailbox,
  invokeFunction: async (_functionArn, event) => event,
});
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => void cognito.handle(req, res, Buffer.concat(chunks), 'test'));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
