import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HttpResponse } from '#local/http-api/http-message.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** The types and sizes that CloudFront compresses (developer guide, "Serve compressed files"). */
const compressible =
  /^(text\/.+|application\/(.+\+)?(json|xml|javascript|x-javascript|wasm)|application\/(font.*|x-font.*|vnd\.ms-fontobject)|font\/(ttf|otf|eot|opentype)|image\/svg\+xml)$/;
const smallest = 1000;
const largest = 10_000_000;

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
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined;
  if (encoding === undefined) return response;
  const packed =
    encoding === 'br'
      ? await brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await gzipAsync(body, { level: 5 });
  const etag = headers.etag;
  return {
    ...response,
    headers: {
      ...headers,
      'content-encoding': encoding,
      vary: headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`,
      ...(etag !== undefined && { etag: etag.startsWith('W/') ? etag : `W/${etag}` }),
    },
    body: packed,
  };
}
