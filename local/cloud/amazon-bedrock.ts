import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  BedrockRuntimeClient,
  BedrockRuntimeServiceException,
  ConverseCommand,
  type ConverseCommandInput,
  InvokeModelCommand,
} from '@aws-sdk/client-bedrock-runtime';

/**
 * Forwards InvokeModel and Converse calls of the functions to Amazon Bedrock in the region that the function chose. The
 * calls are signed with the AWS credentials of the person who started the local cloud (environment, profile or SSO).
 * The functions never see those credentials.
 */
export function createAmazonBedrock() {
  const clients = new Map<string, BedrockRuntimeClient>();
  return async (req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> => {
    const region =
      /Credential=[^/,]+\/\d{8}\/([a-z0-9-]+)\//.exec(req.headers.authorization ?? '')?.[1] ?? 'us-west-2';
    const [, encoded = '', operation] = /^\/model\/([^/]+)\/(invoke|converse)$/.exec(req.url ?? '') ?? [];
    const modelId = decodeURIComponent(encoded);
    let client = clients.get(region);
    if (!client) {
      // The functions decide about retries.
      client = new BedrockRuntimeClient({ region, maxAttempts: 1 });
      clients.set(region, client);
    }
    try {
      if (operation === 'converse') {
        const { $metadata: _, ...reply } = await client.send(
          new ConverseCommand(readConverse(modelId, body)),
        );
        res.writeHead(200, { 'content-type': 'application/json' });
        res.end(JSON.stringify(reply));
        return;
      }
      const reply = await client.send(
        new InvokeModelCommand({
          modelId,
          body,
          contentType: 'application/json',
          accept: 'application/json',
        }),
      );
      res.writeHead(200, { 'content-type': reply.contentType ?? 'application/json' });
      res.end(reply.body);
    } catch (error) {
      const known = error instanceof BedrockRuntimeServiceException;
      const status = known ? (error.$metadata.httpStatusCode ?? 500) : 500;
      const name = known ? error.name : 'InternalServerException';
      const message = error instanceof Error ? error.message : String(error);
      if (!known) console.error('Amazon Bedrock could not be called:', message);
      res.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name });
      res.end(JSON.stringify({ message }));
    }
  };
}

/** The input of a Converse call in the SDK's form, with pictures as bytes. */
function readConverse(modelId: string, body: Buffer): ConverseCommandInput {
  const input = JSON.parse(body.toString(), (name, value) =>
    name === 'bytes' ? Buffer.from(String(value), 'base64') : value,
  );
  return { ...input, modelId };
}
