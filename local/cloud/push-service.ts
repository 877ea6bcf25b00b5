import type { IncomingMessage, ServerResponse } from 'node:http';

/** The pattern of this stand-in's addresses, for the settings of the stack. */
export const localPushService = 'http://127.0.0.1:*/_local/push/*';

/** How many messages are kept; the oldest go first. */
const capacity = 100;

const address = /^\/_local\/push\/(\d{3})\/([\w-]+)$/;

interface PushMessage {
  /** The last part of the address that received it. */
  readonly device: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Encrypted, base64. */
  readonly body: string;
}

/**
 * Stands in for the browsers' push services. `/_local/push/<status>/<device>` answers with the status: of a device that
 * is known (201), forgotten (410) or unreachable at present (503). `/_local/push.json` lists the messages received.
 * They are not shown to anybody, because they are encrypted for the device.
 */
export function createPushService() {
  const messages: PushMessage[] = [];
  return {
    matches: (path: string) => path === '/_local/push.json' || address.test(path),
    async handle(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> {
      const [, status, device = ''] = address.exec(new URL(req.url ?? '/', 'http://local').pathname) ?? [];
      if (status === undefined) {
        res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        res.end(JSON.stringify(messages));
        return;
      }
      if (status === '201') messages.push({ device, headers: req.headers, body: body.toString('base64') });
      messages.splice(0, messages.length - capacity);
      res.writeHead(req.method === 'POST' ? Number(status) : 405);
      res.end();
    },
  };
}
