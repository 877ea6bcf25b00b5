import { promisify } from 'node:util';
import type { HttpReply } from './http-event.ts';

/** Bytes below which compressing saves no packet. */
const smallest = 1_400;

/**
 * Compresses the body of a reply for callers that take gzip: neither an HTTP API does it, nor CloudFront for what it must
 * not keep. The API's callers show themselves by a header, never by a cookie, so that no other site can measure replies.
 */
export async function compress(reply: HttpReply, acceptEncoding = ''): Promise<HttpReply> {
  const { body = '', headers } = reply;
  if (body.length < smallest || !/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(acceptEncoding)) return reply;
  // Loaded by the first long reply: it makes the start of every function slower.
  const { gzip } = await import('node:zlib');
  return {
    ...reply,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: (await promisify(gzip)(body)).toString('base64'),
    isBase64Encoded: true,
  };
}
