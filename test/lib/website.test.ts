import { EdgeFunction } from 'local-cloud/cloudfront/edge-function.ts';
import { expect, it } from 'vitest';
import { synthesized } from './synthesized.ts';

const { ofType } = await synthesized();

/** The CloudFront function that chooses the file for a page, as the template has it. */
function pageFunction(): EdgeFunction {
  const found = ofType('AWS::CloudFront::Function').find(([id]) => id.includes('PageRequest'));
  const code = found?.[1].Properties?.FunctionCode;
  if (typeof code !== 'string') throw new Error('The template has no code for PageRequest');
  return new EdgeFunction('PageRequest', code);
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
  ['/nowhere/else', '', {}, '/index.html'],
  ['/constructor', '', {}, '/index.html'],
  ['/assets/a.js', '', {}, '/assets/a.js'],
  ['/config.json', '', session, '/config.json'],
])('answers %s?%s with headers %o from %s', async (path, query, headers, file) => {
  const request = { method: 'GET', path, query, headers, body: Buffer.alloc(0), sourceIp: '127.0.0.1' };
  const result = await pageFunction().onRequest(request as never, {});
  // C2.2, C2.5, C2.10, B2.2, B2.3, T1.T2
  expect('request' in result && result.request.path).toBe(file);
});
