import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CognitoIdentityProviderClient,
  CreateUserPoolClientCommand,
  type CreateUserPoolClientCommandInput,
  CreateUserPoolCommand,
  type CreateUserPoolCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Cognito, createCognito } from '#src/cognito/cognito.ts';
import { createMailbox, type Mailbox } from '#src/mailbox/mailbox.ts';

/** What a trigger was called with. */
export interface TriggerEvent {
  version: string;
  region: string;
  userPoolId: string;
  userName: string;
  callerContext: { awsSdkVersion: string; clientId: string };
  triggerSource: string;
  request: Record<string, unknown>;
  response: Record<string, unknown>;
}

export const triggerArn = 'arn:aws:lambda:eu-west-2:000000000000:function:triggers';
const region = 'eu-west-2';

/** A Cognito on a free port, with clients that sign, a clock to turn, and triggers that a test sets. */
export const startCognito = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platepost-cognito-'));
  const events: TriggerEvent[] = [];
  const state = {
    skew: 0,
    trigger: async (event: TriggerEvent): Promise<unknown> => event,
  };
  let cognito: Cognito | undefined;
  let mailbox: Mailbox | undefined;

  const server: Server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      // The front door verifies signatures; here it is enough that there is one.
      const caller = req.headers.authorization?.startsWith('AWS4-HMAC-SHA256') ? { name: 'test' } : undefined;
      cognito?.handle(req, res, Buffer.concat(chunks), caller).catch((error: unknown) => {
        console.error(error);
        res.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const open = () => {
    mailbox = createMailbox({ directory: join(directory, 'mailbox') });
    cognito = createCognito({
      directory: join(directory, 'cognito'),
      origin,
      mailbox,
      invokeFunction: async (functionArn, event) => {
        if (functionArn !== triggerArn) throw new Error(`unexpected function ${functionArn}`);
        events.push(structuredClone(event) as TriggerEvent);
        return state.trigger(event as TriggerEvent);
      },
      now: () => Date.now() + state.skew,
    });
  };
  open();

  const admin = new CognitoIdentityProviderClient({
    region,
    endpoint: origin,
    credentials: { accessKeyId: 'TESTKEY', secretAccessKey: 'secret' },
  });

  return {
    origin,
    directory,
    admin,
    events,
    /** Milliseconds by which the engine's clock is ahead. */
    state,
    /** Starts the engine again from what is on disk, without stopping the old one. */
    restart: open,
    codeFor(email: string): string {
      const code = mailbox?.list(email)[0]?.code;
      if (!code) throw new Error(`no code was sent to ${email}`);
      return code;
    },
    mailTo: (email: string) => mailbox?.list(email) ?? [],
    async createPool(
      pool: Partial<CreateUserPoolCommandInput> = {},
      client: Partial<CreateUserPoolClientCommandInput> = {},
    ): Promise<{ poolId: string; clientId: string }> {
      const created = await admin.send(
        new CreateUserPoolCommand({
          PoolName: 'test',
          UsernameAttributes: ['email'],
          AutoVerifiedAttributes: ['email'],
          Policies: { PasswordPolicy: { MinimumLength: 6 } },
          Schema: [{ Name: 'company_name', AttributeDataType: 'String', Mutable: true }],
          ...pool,
        }),
      );
      const poolId = created.UserPool?.Id ?? '';
      const createdClient = await admin.send(
        new CreateUserPoolClientCommand({
          UserPoolId: poolId,
          ClientName: 'site',
          ExplicitAuthFlows: [
            'ALLOW_USER_SRP_AUTH',
            'ALLOW_USER_PASSWORD_AUTH',
            'ALLOW_ADMIN_USER_PASSWORD_AUTH',
            'ALLOW_REFRESH_TOKEN_AUTH',
          ],
          PreventUserExistenceErrors: 'ENABLED',
          ...client,
        }),
      );
      return { poolId, clientId: createdClient.UserPoolClient?.ClientId ?? '' };
    },
    async stop() {
      admin.destroy();
      await cognito?.close();
      await new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

export type TestCognito = Awaited<ReturnType<typeof startCognito>>;
