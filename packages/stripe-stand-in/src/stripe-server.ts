import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createStripe, type LocalStripe, type StripeOptions } from './stripe.ts';

export interface StripeServerOptions extends Omit<StripeOptions, 'publicOrigin'> {
  /** Port on 127.0.0.1; 0 (the default) for a free one. */
  port?: number;
}

export interface StripeServer extends LocalStripe {
  /** `http://127.0.0.1:<port>`: the API is under `/v1`, the control page is `/_local/stripe`. */
  origin: string;
}

/** Starts Stripe behind an HTTP server of its own. Rejects if the port is taken. */
export const startStripe = async ({ port = 0, ...options }: StripeServerOptions): Promise<StripeServer> => {
  const server = createServer(async (req, res) => stripe.handle(req, res, await buffer(req)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stripe = createStripe({ ...options, publicOrigin: origin });
  return {
    ...stripe,
    origin,
    async close() {
      await stripe.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
