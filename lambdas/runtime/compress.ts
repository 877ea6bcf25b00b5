import { promisify } from 'node:util';
import type { HttpReply } from './http-event.ts';

/** Bytes below which compression saves no packet. */
const smallest = 1_400;

/**
 * Compresses the body of a reply with gzip for callers that accept it: an HTTP API does not compress, nor does
 * CloudFront for replies that it must not cache. Callers authenticate by a header, never by a cookie, so that another
 * site cannot learn secrets from the sizes of compressed replies (BREACH).
 */
export async function compress(reply: HttpReply, acceptEncoding = ''): Promise<HttpReply> {
  const { body = '', headers } = reply;
  if (body.length < smallest || !/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(acceptEncoding)) return reply;
  // Loaded by the first long reply, because loading it slows down the start of every function.
  const { gzip } = await import('node:zlib');
  return {
    ...reply,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: (await promisify(gzip)(body)).toString('base64'),
    isBase64Encoded: true,
  };
}
