import { describe, expect, it } from 'vitest';
import type { CredentialBook } from '#src/aws/credential-book.ts';
import { createVerifier, type SignedRequest } from '#src/aws/signature.ts';

/** Example requests and signatures that AWS publishes: S3 API reference, and "Create a signed AWS API request". */
const s3Secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const iamSecret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';

interface Example {
  request: SignedRequest;
  body: string;
  service: string;
  secret: string;
  at: string;
}

const examples: Record<string, Example> = {
  'S3: GET with a range': {
    request: {
      method: 'GET',
      url: '/test.txt',
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        range: 'bytes=0-9',
        'x-amz-content-sha256': emptyHash,
        'x-amz-date': '20130524T000000Z',
        authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
      },
    },
    body: '',
    service: 's3',
    secret: s3Secret,
    at: '2013-05-24T00:00:00Z',
  },
  'S3: PUT with a key that is sent unescaped': {
    request: {
      method: 'PUT',
      url: '/test$file.text',
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-date': '20130524T000000Z',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class, Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd`,
      },
    },
    body: 'Welcome to Amazon S3.',
    service: 's3',
    secret: s3Secret,
    at: '2013-05-24T00:00:00Z',
  },
  'S3: a query without values': {
    request: {
      method: 'GET',
      url: '/?lifecycle',
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        'x-amz-content-sha256': emptyHash,
        'x-amz-date': '20130524T000000Z',
        authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543`,
      },
    },
    body: '',
    service: 's3',
    secret: s3Secret,
    at: '2013-05-24T00:00:00Z',
  },
  'S3: a presigned URL': {
    request: {
      method: 'GET',
      url: `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scope)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
      headers: { host: 'examplebucket.s3.amazonaws.com' },
    },
    body: '',
    service: 's3',
    secret: s3Secret,
    at: '2013-05-24T23:59:59Z',
  },
  'IAM: a query API': {
    request: {
      method: 'GET',
      url: '/?Action=ListUsers&Version=2010-05-08',
      headers: {
        host: 'iam.amazonaws.com',
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        'x-amz-date': '20150830T123600Z',
        authorization:
          'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
      },
    },
    body: '',
    service: 'iam',
    secret: iamSecret,
    at: '2015-08-30T12:36:00Z',
  },
};

function verify({ request, body, service, secret, at }: Example) {
  const credentials: CredentialBook = {
    issue: () => {
      throw new Error('A verifier issues no keys.');
    },
    lookup: (accessKeyId) => ({ name: 'example', accessKeyId, secretAccessKey: secret }),
  };
  return createVerifier(credentials, () => Date.parse(at))(request, Buffer.from(body), service);
}

describe.each(Object.entries(examples))('the signature of the example %s', (_name, example) => {
  it('is right', () => {
    expect(verify(example)).toMatchObject({ caller: 'example', region: 'us-east-1' });
  });

  it('is wrong with another secret, method, path, host or body', () => {
    const { request } = example;
    const wrong: Example[] = [
      { ...example, secret: `${example.secret}x` },
      { ...example, request: { ...request, method: 'DELETE' } },
      { ...example, request: { ...request, url: request.url?.replace('/', '/x') } },
      { ...example, request: { ...request, headers: { ...request.headers, host: 'elsewhere' } } },
    ];
    for (const one of wrong) expect(() => verify(one)).toThrow('does not match the signature');
    const isPresigned = request.headers.authorization === undefined;
    if (!isPresigned) expect(() => verify({ ...example, body: 'another' })).toThrow('does not match');
  });

  it('is refused a quarter of an hour and a second early, and when it is too old', () => {
    const signed = Date.parse(example.service === 's3' ? '2013-05-24T00:00:00Z' : '2015-08-30T12:36:00Z');
    const at = (seconds: number) => ({ ...example, at: new Date(signed + seconds * 1000).toISOString() });
    const lifetime = example.request.headers.authorization === undefined ? 86_400 : 900;
    expect(verify(at(-900)).caller).toBe('example');
    expect(verify(at(lifetime)).caller).toBe('example');
    expect(() => verify(at(-901))).toThrow();
    expect(() => verify(at(lifetime + 1))).toThrow();
  });
});

describe('a malformed signature', () => {
  const { request } = examples['S3: GET with a range'] as Example;
  const authorized =
    (authorization: string, headers = {}) =>
    () =>
      verify({
        ...(examples['S3: GET with a range'] as Example),
        request: { ...request, headers: { ...request.headers, authorization, ...headers } },
      });

  it.each([
    ['another scheme', 'Basic dTpw'],
    ['no parts', 'AWS4-HMAC-SHA256'],
    [
      'a short scope',
      'AWS4-HMAC-SHA256 Credential=A/20130524/s3/aws4_request,SignedHeaders=host,Signature=00',
    ],
    ['no signature', `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=host`],
  ])('is refused: %s', (_what, authorization) => {
    expect(authorized(authorization)).toThrow('malformed');
  });

  it('is refused when it leaves out the host or an x-amz header', () => {
    const signed = (names: string) =>
      `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${names},Signature=00`;
    expect(authorized(signed('x-amz-date;x-amz-content-sha256'))).toThrow('host');
    expect(
      authorized(signed('host;x-amz-date;x-amz-content-sha256'), { 'x-amz-acl': 'public-read' }),
    ).toThrow('not signed');
  });
});
