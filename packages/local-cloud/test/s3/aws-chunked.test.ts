import { describe, expect, it } from 'vitest';
import { decodeAwsChunked } from '#src/s3/aws-chunked.ts';

const decode = (text: string, length: number) => decodeAwsChunked(Buffer.from(text), length);

describe('an aws-chunked payload', () => {
  it('has chunks and trailers', () => {
    const { data, trailers } = decode(
      '3\r\nabc\r\nA\r\n0123456789\r\n0\r\nX-Amz-Checksum-CRC32: AAAA\r\n\r\n',
      13,
    );
    expect(String(data)).toBe('abc0123456789');
    expect(trailers).toEqual({ 'x-amz-checksum-crc32': 'AAAA' });
    expect(decode('0\r\n\r\n', 0)).toEqual({ data: Buffer.alloc(0), trailers: {} });
  });

  it.each([
    ['nothing', ''],
    ['no size', '\r\nabc\r\n0\r\n\r\n'],
    ['a size that is no number', 'zz\r\nabc\r\n0\r\n\r\n'],
    ['a size beyond the end', '9\r\nabc\r\n0\r\n\r\n'],
    ['a chunk longer than its size', '2\r\nabc\r\n0\r\n\r\n'],
    ['no last chunk', '3\r\nabc\r\n'],
    ['a trailer without a name', '3\r\nabc\r\n0\r\n:x\r\n\r\n'],
  ])('is refused with %s', (_what, text) => {
    expect(() => decode(text, 3)).toThrow('malformed');
  });

  it('is refused when it has another length than was stated', () => {
    expect(() => decode('3\r\nabc\r\n0\r\n\r\n', 4)).toThrow('x-amz-decoded-content-length');
  });
});
