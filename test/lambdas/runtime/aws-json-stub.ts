import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach } from 'vitest';

type Call = { readonly operation: string; readonly input: Record<string, unknown> };
type Answer = (input: Record<string, unknown>) => object | Promise<object>;

/**
 * A server that answers Cognito's and Secrets Manager's calls (AWS JSON 1.1) with canned results, for tests
 * of code that calls them. The application's secret is always there.
 */
export function awsJsonStub() {
  const calls: Call[] = [];
  const answers = new Map<string, Answer>();
  let server: Server;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', async () => {
        const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
        const input = JSON.parse(Buffer.concat(chunks).toString());
        calls.push({ operation, input });
        const answer = answers.get(operation) ?? (() => awsError('UnknownOperationException'));
        const result = await answer(input);
        response.statusCode = '__type' in result ? 400 : 200;
        response.setHeader('content-type', 'application/x-amz-json-1.1').end(JSON.stringify(result));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (!address || typeof address === 'string') throw new Error('The stub has no port');
    const endpoint = `http://127.0.0.1:${address.port}`;
    Object.assign(process.env, {
      AWS_REGION: 'eu-west-2',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoint,
      APP_SECRET_ARN: 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:app',
      USER_POOL_ID: 'eu-west-2_pool',
      STAFF_SECOND_FACTOR: 'optional',
      EXPORTS_QUEUE_URL: `${endpoint}/000000000000/exports`,
      PUSH_SERVICES: 'https://push.example/* http://127.0.0.1:*/*',
      MAIL_FROM: 'hello@platepost.example',
      DELETIONS_QUEUE_URL: `${endpoint}/000000000000/deletions`,
      EXPORTS_BUCKET: 'exports',
      DAILY_MODEL_BUDGET: '{"free":5,"starter":5,"pro":5,"promptTests":5,"photos":5,"posts":5}',
      AWS_ENDPOINT_URL_SQS: endpoint,
    });
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    calls.length = 0;
    answers.clear();
    answers.set('GetSecretValue', () => ({ SecretString: 'the application secret' }));
  });

  return {
    /** Calls since the test began, in order. */
    calls,
    answer: (operation: string, answer: Answer) => answers.set(operation, answer),
  };
}

/** An error as AWS JSON services send it. */
export function awsError(name: string): object {
  return { __type: name, message: `${name} of the stub` };
}
