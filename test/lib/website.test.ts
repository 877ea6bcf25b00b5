import { EdgeFunction } from 'local-cloud/cloudfront/edge-function.ts';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { synthesized } from './synthesized.ts';

const { ofType } = await synthesized();

/** A CloudFront function, as the template has it. */
function edgeFunction(name: 'PageRequest' | 'PageResponse' | 'ViewerOrigin'): EdgeFunction {
  const found = ofType('AWS::CloudFront::Function').find(([id]) => id.includes(name));
  const code = found?.[1].Properties?.FunctionCode;
  if (typeof code !== 'string') throw new Error(`The template has no code for ${name}`);
  return new EdgeFunction(name, code);
}

const session = { cookie: 'other=2; platepost.session=1' };

it.each([
  ['/', '', {}, '/landing.html'],
  ['/', 'view=gallery', {}, '/landing.html'],
  ['/', '', session, '/index.html'],
  ['/', 'code=a&state=b', {}, '/index.html'],
  ['/', 'error_description=no', {}, '/index.html'],
  ['/landing', '', session, '/landing.html'],
  ['/landing/', '', {}, '/landing.html'],
  ['/menu-pack', '', {}, '/menu-pack.html'],
  ['/resources', '', {}, '/resources.html'],
  ['/terms', '', {}, '/terms.html'],
  ['/privacy', '', {}, '/privacy.html'],
  ['/cookies', '', {}, '/cookies.html'],
  ['/studio', '', {}, '/index.html'],
  ['/credits', 'canceled=true', {}, '/index.html'],
  ['/auth', '', {}, '/index.html'],
  ['/account', '', {}, '/index.html'],
  ['/signed-out', '', {}, '/index.html'],
  ['/admin', '', {}, '/index.html'],
  ['/admin/', '', {}, '/index.html'],
  ['/admin/users', '', {}, '/index.html'],
  ['/admin/zzz', '', {}, '/index.html'],
  ['/nowhere/else', '', {}, '/404.html'],
  ['/nope', '', session, '/404.html'],
  ['/studio/nope', '', {}, '/404.html'],
  ['/constructor', '', {}, '/404.html'],
  ['/wp-login.php', '', {}, '/404.html'],
  ['/favicon.ico', '', {}, '/favicon.ico'],
  ['/site.webmanifest', '', {}, '/site.webmanifest'],
  ['/llms.txt', '', {}, '/llms.txt'],
  ['/robots.txt', '', {}, '/robots.txt'],
  ['/assets/a.js', '', {}, '/assets/a.js'],
  ['/config.json', '', session, '/config.json'],
])('answers %s?%s with headers %o from %s', async (path, query, headers, file) => {
  const request = { method: 'GET', path, query, headers, body: Buffer.alloc(0), sourceIp: '127.0.0.1' };
  const result = await edgeFunction('PageRequest').onRequest(request as never, {});
  // C2.2, C2.5, C2.10, B2.2, B2.3, T1.T2
  expect('request' in result && result.request.path).toBe(file);
});

it.each([
  ['/s/', '/s/none'],
  ['/s/01J', '/s/01J'],
  ['/api/me', '/api/me'],
])('asks the API at %s for %s', async (path, asked) => {
  const headers = { host: 'platepost.example' };
  const request = { method: 'GET', path, query: '', headers, body: Buffer.alloc(0), sourceIp: '127.0.0.1' };
  const result = await edgeFunction('ViewerOrigin').onRequest(request as never, {});
  expect('request' in result && result.request).toMatchObject({
    path: asked,
    headers: { 'x-viewer-origin': 'https://platepost.example' },
  });
});

// CloudFront's documents leave open whether the function sees the visitor's address or the file that was chosen.
it.each([
  ['/nope', 404],
  ['/404.html', 404],
  ['/studio', 200],
  ['/index.html', 200],
  ['/landing.html', 200],
  ['/assets/a.js', 200],
])('answers %s with the status %i', async (path, status) => {
  const request = {
    method: 'GET',
    path,
    query: '',
    headers: {},
    body: Buffer.alloc(0),
    sourceIp: '127.0.0.1',
  };
  const found = { status: 200, headers: { etag: '"e"' }, cookies: [], body: Buffer.from('page') };
  const response = await edgeFunction('PageResponse').onResponse(request as never, found, {});
  expect(response.status).toBe(status);
  expect(response.headers).toEqual(status === 404 ? { 'x-robots-tag': 'noindex' } : { etag: '"e"' });
  expect(response.body.toString()).toBe('page');
});

it('states the content type of files that the deployment may not know', () => {
  const metadata = z.object({ SystemMetadata: z.object({ 'content-type': z.string() }) });
  const types = ofType('Custom::CDKBucketDeployment').flatMap(([, { Properties }]) => {
    const { data } = metadata.safeParse(Properties);
    return data ? [data.SystemMetadata['content-type']] : [];
  });
  expect(types.sort()).toEqual([
    'application/manifest+json',
    'font/woff2',
    'image/avif',
    'image/webp',
    'image/webp',
  ]);
});
