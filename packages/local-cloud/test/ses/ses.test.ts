import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCredentialBook } from '#src/aws/credential-book.ts';
import { type FrontDoor, startFrontDoor } from '#src/front-door/front-door.ts';
import { createMailbox, type Mailbox } from '#src/mailbox/mailbox.ts';
import { createSes, sesPermissions } from '#src/ses/ses.ts';

const directory = mkdtempSync(join(tmpdir(), 'platepost-ses-'));
let mailbox: Mailbox;
let door: FrontDoor;
let client: SESv2Client;

beforeAll(async () => {
  const credentials = createCredentialBook('seed of the tests');
  mailbox = createMailbox({ directory });
  door = await startFrontDoor({ port: 0, credentials, services: { ses: createSes({ mailbox }).handle } });
  client = new SESv2Client({
    region: 'eu-west-2',
    endpoint: door.url,
    credentials: credentials.issue('tests'),
    maxAttempts: 1,
  });
});

afterAll(async () => {
  client.destroy();
  await door.close();
  rmSync(directory, { recursive: true, force: true });
});

const message = {
  FromEmailAddress: 'Bistro <hello@bistro.example>',
  Destination: { ToAddresses: ['ada@example.com'] },
  Content: {
    Simple: {
      Subject: { Data: 'Ready' },
      Body: { Text: { Data: 'Your soup is ready.' }, Html: { Data: '<p>Your soup is ready.</p>' } },
      Headers: [{ Name: 'List-Unsubscribe', Value: '<https://bistro.example/end>' }],
    },
  },
} satisfies SendEmailCommandInput;

describe('SES', () => {
  it('puts a message into the mailbox with its headers', async () => {
    const { MessageId } = await client.send(new SendEmailCommand(message));
    expect(mailbox.list('ada@example.com')).toMatchObject([
      {
        id: MessageId,
        subject: 'Ready',
        text: 'Your soup is ready.',
        html: '<p>Your soup is ready.</p>',
        headers: { 'List-Unsubscribe': '<https://bistro.example/end>' },
      },
    ]);
  });

  it.each([
    ['to nobody', { Destination: { ToAddresses: [] } }],
    ['to what is no address', { Destination: { ToAddresses: ['ada'] } }],
    [
      'with a header that holds another one',
      {
        Content: {
          Simple: {
            ...message.Content.Simple,
            Headers: [{ Name: 'X-One', Value: 'a\r\nBcc: eve@example.com' }],
          },
        },
      },
    ],
    ['by a template', { Content: { Template: { TemplateName: 'ready' } } }],
  ])('refuses a message %s', async (_what, change) => {
    const before = mailbox.list().length;
    await expect(client.send(new SendEmailCommand({ ...message, ...change }))).rejects.toMatchObject({
      name: 'BadRequestException',
    });
    expect(mailbox.list()).toHaveLength(before);
  });

  it.each([
    ['Bistro <hello@bistro.example>', 'bistro.example', 'hello@bistro.example'],
    ['hello@bistro.example', 'bistro.example', 'hello@bistro.example'],
  ])('needs the permission for the identity of the sender’s domain: %s', (from, domain, address) => {
    const call = { body: Buffer.from(JSON.stringify({ FromEmailAddress: from })) };
    expect(sesPermissions(call, (name) => `identity/${name}`)).toEqual([
      {
        action: 'ses:SendEmail',
        resource: `identity/${domain}`,
        context: { 'ses:fromaddress': address },
      },
    ]);
  });
});
