import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpResponse } from '#src/http/http-message.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** The types and sizes that CloudFront compresses (developer guide, "Serve compressed files"). */
const compressible =
  /^(text\/.+|application\/(.+\+)?(json|xml|javascript|x-javascript|wasm)|application\/(font.*|x-font.*|vnd\.ms-fontobject)|font\/(ttf|otf|eot|opentype)|image\/svg\+xml)$/;
const smallest = 1000;
const largest = 10_000_000;

type Encoding = 'br' | 'gzip';

/** Compressed bodies by the cached body they were made from; CloudFront keeps them, too. */
const packed = { br: new WeakMap<Buffer, Promise<Buffer>>(), gzip: new WeakMap<Buffer, Promise<Buffer>>() };

function pack(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = packed[encoding].get(body);
  if (known) return known;
  const made =
    encoding === 'br'
      ? brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : gzipAsync(body, { level: 5 });
  packed[encoding].set(body, made);
  return made;
}

/** Compresses a body with Brotli or gzip when the viewer takes it and CloudFront would. */
export async function compress(response: HttpResponse, acceptEncoding: string): Promise<HttpResponse> {
  const { headers, body } = response;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (headers['content-encoding'] !== undefined || !compressible.test(type)) return response;
  if (response.status !== 200 || body.length < smallest || body.length > largest) return response;
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  const encoding: Encoding | undefined = accepted.includes('br')
    ? 'br'
    : accepted.includes('gzip')
      ? 'gzip'
      : undefined;
  if (encoding === undefined) return response;
  const etag = headers.etag;
  return {
    ...response,
    headers: {
      ...headers,
      'content-encoding': encoding,
      vary: headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`,
      ...(etag !== undefined && { etag: etag.startsWith('W/') ? etag : `W/${etag}` }),
    },
    body: await pack(body, encoding),
  };
}
