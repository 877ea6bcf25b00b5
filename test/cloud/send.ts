import { expect } from 'vitest';
import type { CloudAddress } from '#test/support/cloud-address.ts';

export interface RawReply {
  status: number;
  type: string;
  text: string;
  /** The body as JSON; undefined when it is none. */
  body: Record<string, unknown> | undefined;
}

/** Sends a request without the site's typed client; `body` is sent unchanged. */
export async function send(
  cloud: Pick<CloudAddress, 'url'>,
  request: {
    method: string;
    path: string;
    token?: string | undefined;
    body?: string | Uint8Array<ArrayBuffer> | undefined;
    headers?: Record<string, string>;
  },
): Promise<RawReply> {
  const { method, path, token, body, headers } = request;
  const reply = await fetch(cloud.url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await reply.text();
  return { status: reply.status, type: reply.headers.get('content-type') ?? '', text, body: jsonOf(text) };
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Expects a problem+json of this status and code that reveals no internals. */
export function expectProblem(reply: RawReply, status: number, code: string): void {
  expect({ status: reply.status, code: reply.body?.code }, reply.text).toEqual({ status, code });
  expect(reply.type).toBe('application/problem+json');
  expect(reply.body).toMatchObject({ type: 'about:blank', status, title: expect.stringMatching(/\w/) });
  expect(reply.body?.requestId).toMatch(/\w/);
  expectNoInsides(reply.text);
}

/** Expects no stack trace, file path or class name of a library in a reply. */
export function expectNoInsides(text: string): void {
  expect(text).not.toMatch(
    /\bat .+:\d+:\d+|node_modules|\.ts\b|\.mjs\b|\/work\/|ZodError|Exception|sharp|vips/i,
  );
}
