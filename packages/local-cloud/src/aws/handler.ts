import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Serves the API of one AWS service. `caller` is the name of the verified access key; undefined when the request is
 * unsigned. The handler settles when it has ended the response; it must not wait for 'finish', because an injected
 * fault may hold the reply back.
 */
export type Handler = (
  req: IncomingMessage,
  res: ServerResponse,
  body: Buffer,
  caller: string | undefined,
) => Promise<void>;
