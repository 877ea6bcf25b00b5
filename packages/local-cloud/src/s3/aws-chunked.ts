import { AwsError } from '#src/aws/aws-error.ts';

/** A decoded aws-chunked payload. */
export interface ChunkedPayload {
  data: Buffer;
  /** Trailing headers by lower-case name, as `x-amz-checksum-crc32`. */
  trailers: Record<string, string>;
}

/**
 * Decodes a STREAMING-UNSIGNED-PAYLOAD-TRAILER body: chunks of `<hex size>CRLF<bytes>CRLF`, a chunk of size 0 and
 * trailing headers. Throws InvalidRequest (400) when it breaks off or is malformed, IncompleteBody (400) when its
 * length is not `decodedLength` bytes.
 */
export function decodeAwsChunked(body: Buffer, decodedLength: number): ChunkedPayload {
  const malformed = () => new AwsError(400, 'InvalidRequest', 'The aws-chunked payload is malformed.');
  const chunks: Buffer[] = [];
  let at = 0;
  const line = (): string => {
    const end = body.indexOf('\r\n', at);
    if (end < 0) throw malformed();
    const text = body.toString('latin1', at, end);
    at = end + 2;
    return text;
  };
  for (;;) {
    const size = line();
    if (!/^[0-9a-fA-F]{1,8}$/.test(size)) throw malformed();
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    if (at + length > body.length) throw malformed();
    chunks.push(body.subarray(at, at + length));
    at += length;
    if (line() !== '') throw malformed();
  }
  const trailers: Record<string, string> = {};
  for (let text = line(); text !== ''; text = at < body.length ? line() : '') {
    const colon = text.indexOf(':');
    if (colon < 1) throw malformed();
    trailers[text.slice(0, colon).trim().toLowerCase()] = text.slice(colon + 1).trim();
  }
  const data = Buffer.concat(chunks);
  if (data.length !== decodedLength) {
    throw new AwsError(
      400,
      'IncompleteBody',
      'The request body does not have the length that x-amz-decoded-content-length states.',
    );
  }
  return { data, trailers };
}
