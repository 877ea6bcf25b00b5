import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SimulatedAccount } from './account.ts';
import { bedrock, json, lambda, ses } from './json-services.ts';
import type { SimulatedService } from './service.ts';
import { cloudFormation, cloudFront, route53, s3, sts } from './xml-services.ts';

/** By the service's name in the signature. */
const services: Readonly<Record<string, SimulatedService>> = {
  sts,
  cloudformation: cloudFormation,
  cloudfront: cloudFront,
  route53,
  s3,
  lambda,
  bedrock,
  ses,
};

export interface SimulatedAws {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Answers the SDK's clients as AWS does, in each service's wire format, from an account that a test describes: only
 * what the commands of bin/deploy call. `cdk.mjs` beside it stands in for the CDK's command line.
 */
export async function startSimulatedAws(
  accountNow: SimulatedAccount | (() => SimulatedAccount),
): Promise<SimulatedAws> {
  const server = createServer(async (message, response) => {
    const account = typeof accountNow === 'function' ? accountNow() : accountNow;
    const body = await textOf(message);
    const url = new URL(message.url ?? '/', 'http://aws');
    const subject = url.searchParams.get('subject') ?? '';
    if (url.pathname === '/cdk-bootstrap') {
      account.bootstrapVersion = 30;
      account.bareRegions.delete(subject.split('/').at(-1) ?? '');
      response.end('{}');
      return;
    }
    if (url.pathname === '/cdk-deploy') {
      response.end(JSON.stringify({ status: account.deployStack(subject), outputs: account.outputs }));
      return;
    }
    const [, region = '', service = ''] =
      /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(message.headers.authorization ?? '') ?? [];
    const operation =
      String(message.headers['x-amz-target'] ?? '').split('.')[1] ??
      new URLSearchParams(body).get('Action') ??
      `${message.method} ${url.pathname}`;
    account.calls.push(`${service} ${operation}`);
    const answer = (services[service] ?? json)(account, {
      method: message.method ?? 'GET',
      url,
      region,
      operation,
      body,
    });
    response.writeHead(answer.status ?? 200, { 'content-type': answer.type, ...answer.headers });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
