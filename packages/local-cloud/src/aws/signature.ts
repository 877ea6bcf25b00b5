import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AwsError } from './aws-error.ts';
import type { CredentialBook } from './credential-book.ts';
import { decodeUri, encodeUri, parseRequestTarget, type RequestTarget } from './request-target.ts';

/** The parts of a request that verification needs; an `IncomingMessage` has them. */
export interface SignedRequest {
  method?: string | undefined;
  /** The raw request target, path and query. */
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** The SigV4 signature of a request, not verified yet. */
export interface StatedSignature {
  form: 'header' | 'presigned';
  accessKeyId: string;
  /** The scope's day, `YYYYMMDD`. */
  day: string;
  region: string;
  service: string;
  signedHeaders: string[];
  signature: string;
  /** `YYYYMMDDTHHMMSSZ` */
  timestamp: string;
  /** Lifetime of a presigned URL in seconds; undefined in the header form. */
  expiresIn: number | undefined;
}

/**
 * Resolves to the caller's name and the region signed for; throws an AwsError with the code that the service named
 * by `service` uses. `body` is the payload as received (still aws-chunked, if it is).
 */
export type Verify = (
  request: SignedRequest,
  body: Buffer,
  service: string,
) => { caller: string; region: string; form: StatedSignature['form'] };

const algorithm = 'AWS4-HMAC-SHA256';
const unsignedPayload = 'UNSIGNED-PAYLOAD';
const unsignedTrailerPayload = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
/** A presigned URL lives at most a week (S3 API reference, "Authenticating Requests: Using Query Parameters"). */
const longestPresignedSeconds = 604_800;
/** A request over HTTP/2 signs its host under HTTP/2's name for it. */
const hostHeaders = ['host', ':authority'];
/** AWS accepts 15 minutes between the signer's clock and its own. */
const clockSkewMs = 15 * 60_000;

/**
 * Reads a request's signature from its Authorization header or its query; undefined when there is none. Throws
 * when it is malformed.
 */
export function readSignature(request: SignedRequest): StatedSignature | undefined {
  const header = request.headers.authorization;
  if (header !== undefined) return readHeaderSignature(header, request.headers);
  const query = new Map(
    parseRequestTarget(request.url ?? '/').query.map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (query.has('x-amz-signature') || query.has('x-amz-credential') || query.has('x-amz-algorithm')) {
    return readPresignedSignature(query);
  }
  return undefined;
}

function readHeaderSignature(header: string, headers: IncomingHttpHeaders): StatedSignature {
  const [scheme, ...rest] = header.split(' ');
  const parts = new Map(
    rest
      .join('')
      .split(',')
      .map((part) => {
        const equals = part.indexOf('=');
        return [part.slice(0, equals), part.slice(equals + 1)] as const;
      }),
  );
  const timestamp = single(headers['x-amz-date']);
  const scope = readScope(parts.get('Credential'));
  const signedHeaders = parts.get('SignedHeaders');
  const signature = parts.get('Signature');
  if (scheme !== algorithm || !scope || !signedHeaders || !signature || !isTimestamp(timestamp)) {
    throw new AwsError(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.');
  }
  return {
    form: 'header',
    ...scope,
    signedHeaders: signedHeaders.split(';'),
    signature,
    timestamp,
    expiresIn: undefined,
  };
}

function readPresignedSignature(query: Map<string, string>): StatedSignature {
  const malformed = (message: string) => new AwsError(400, 'AuthorizationQueryParametersError', message);
  const scope = readScope(query.get('x-amz-credential'));
  const signedHeaders = query.get('x-amz-signedheaders');
  const signature = query.get('x-amz-signature');
  const timestamp = query.get('x-amz-date');
  if (query.get('x-amz-algorithm') !== algorithm) {
    throw malformed(`X-Amz-Algorithm only supports "${algorithm}"`);
  }
  if (!scope) throw malformed('Error parsing the X-Amz-Credential parameter.');
  if (!signedHeaders || !signature || !isTimestamp(timestamp) || !query.has('x-amz-expires')) {
    throw malformed(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    );
  }
  const expires = query.get('x-amz-expires') ?? '';
  if (!/^\d+$/.test(expires)) throw malformed('X-Amz-Expires should be a number');
  const expiresIn = Number(expires);
  if (expiresIn > longestPresignedSeconds) {
    throw malformed(
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    );
  }
  return {
    form: 'presigned',
    ...scope,
    signedHeaders: signedHeaders.split(';'),
    signature,
    timestamp,
    expiresIn,
  };
}

function readScope(
  credential: string | undefined,
): Pick<StatedSignature, 'accessKeyId' | 'day' | 'region' | 'service'> | undefined {
  const [accessKeyId, day, region, service, terminator, ...more] = credential?.split('/') ?? [];
  if (!accessKeyId || !day || !region || !service || terminator !== 'aws4_request' || more.length > 0) {
    return undefined;
  }
  return { accessKeyId, day, region, service };
}

function isTimestamp(text: string | undefined): text is string {
  return text !== undefined && /^\d{8}T\d{6}Z$/.test(text);
}

/**
 * Verifies SigV4 in the header form and the presigned form. Payloads may be hashed, UNSIGNED-PAYLOAD or
 * STREAMING-UNSIGNED-PAYLOAD-TRAILER; payloads signed chunk by chunk are refused as not implemented.
 */
export function createVerifier(credentials: CredentialBook, now: () => number = Date.now): Verify {
  /** Signing keys that have verified a request, by access key and scope: deriving one takes four more hashes. */
  const signingKeys = new Map<string, Buffer>();
  return (request, body, service) => {
    const isS3 = service === 's3';
    const target = parseRequestTarget(request.url ?? '/');
    const stated = readSignature(request);
    if (stated === undefined) throw refusal(isS3, 'missing');
    if (stated.service !== service || stated.day !== stated.timestamp.slice(0, 8)) {
      throw refusal(isS3, 'malformed', 'The credential scope does not fit the request.');
    }
    if (!hostHeaders.some((name) => stated.signedHeaders.includes(name))) {
      throw refusal(isS3, 'malformed', 'The host header must be signed.');
    }
    const key = credentials.lookup(stated.accessKeyId);
    if (key === undefined)
      throw refusal(isS3, 'unknown-key', undefined, { AWSAccessKeyId: stated.accessKeyId });

    checkTime(stated, now(), isS3);
    if (isS3) checkAmzHeadersAreSigned(stated, request.headers);

    const payloadHash = payloadHashOf(stated, request.headers, target, body, isS3);
    const canonicalRequest = canonicalRequestOf(request, target, stated, payloadHash, isS3);
    const scope = `${stated.day}/${stated.region}/${stated.service}/aws4_request`;
    const stringToSign = `${algorithm}\n${stated.timestamp}\n${scope}\n${sha256(canonicalRequest)}`;
    const keyName = `${stated.accessKeyId}/${scope}`;
    const signingKey = signingKeys.get(keyName) ?? deriveSigningKey(key.secretAccessKey, stated);
    const expected = createHmac('sha256', signingKey).update(stringToSign).digest();
    const given = Buffer.from(stated.signature, 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw refusal(isS3, 'mismatch', undefined, {
        AWSAccessKeyId: stated.accessKeyId,
        StringToSign: stringToSign,
        SignatureProvided: stated.signature,
        CanonicalRequest: canonicalRequest,
      });
    }
    signingKeys.set(keyName, signingKey);
    if (isS3 && /^[0-9a-f]{64}$/.test(payloadHash) && payloadHash !== sha256(body)) {
      throw new AwsError(
        400,
        'XAmzContentSHA256Mismatch',
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
    return { caller: key.name, region: stated.region, form: stated.form };
  };
}

type Refusal = 'missing' | 'malformed' | 'unknown-key' | 'mismatch' | 'skewed';

const signatureDoesNotMatch =
  'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.';

/** Error codes and messages of S3, and of the JSON services, which all use the same ones. */
const refusals: Record<Refusal, { s3: [string, string]; other: [string, string] }> = {
  missing: {
    s3: ['AccessDenied', 'Access Denied'],
    other: ['MissingAuthenticationTokenException', 'Request is missing Authentication Token'],
  },
  malformed: {
    s3: ['AccessDenied', 'The authorization is malformed.'],
    other: ['IncompleteSignatureException', 'The authorization is malformed.'],
  },
  'unknown-key': {
    s3: ['InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.'],
    other: ['UnrecognizedClientException', 'The security token included in the request is invalid.'],
  },
  mismatch: {
    s3: ['SignatureDoesNotMatch', signatureDoesNotMatch],
    other: [
      'InvalidSignatureException',
      `${signatureDoesNotMatch} Consult the service documentation for details.`,
    ],
  },
  skewed: {
    s3: [
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    ],
    other: ['InvalidSignatureException', 'Signature expired or not yet current.'],
  },
};

/** Only S3's answers carry `fields`, as on AWS. */
function refusal(
  isS3: boolean,
  reason: Refusal,
  message?: string,
  fields: Record<string, unknown> = {},
): AwsError {
  const [code, text] = isS3 ? refusals[reason].s3 : refusals[reason].other;
  return new AwsError(403, code, message ?? text, isS3 ? fields : {});
}

function checkTime(stated: StatedSignature, nowMs: number, isS3: boolean): void {
  const signedMs = Date.parse(
    stated.timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (Number.isNaN(signedMs)) throw refusal(isS3, 'malformed', 'The date of the signature is not a date.');
  if (stated.expiresIn === undefined) {
    if (Math.abs(nowMs - signedMs) > clockSkewMs) throw refusal(isS3, 'skewed');
    return;
  }
  if (signedMs - nowMs > clockSkewMs) throw new AwsError(403, 'AccessDenied', 'Request is not yet valid');
  const expiresMs = signedMs + stated.expiresIn * 1000;
  if (nowMs > expiresMs) {
    throw new AwsError(403, 'AccessDenied', 'Request has expired', {
      'X-Amz-Expires': stated.expiresIn,
      Expires: new Date(expiresMs).toISOString(),
      ServerTime: new Date(nowMs).toISOString(),
    });
  }
}

/**
 * S3 refuses an `x-amz-*` header that the signature does not cover: otherwise the holder of a presigned URL could
 * add one.
 */
function checkAmzHeadersAreSigned(stated: StatedSignature, headers: IncomingHttpHeaders): void {
  const unsigned = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && !stated.signedHeaders.includes(name),
  );
  if (unsigned.length > 0) {
    throw new AwsError(
      403,
      'AccessDenied',
      'There were headers present in the request which were not signed',
      { HeadersNotSigned: unsigned.join(', ') },
    );
  }
}

function payloadHashOf(
  stated: StatedSignature,
  headers: IncomingHttpHeaders,
  target: RequestTarget,
  body: Buffer,
  isS3: boolean,
): string {
  if (!isS3) return sha256(body);
  const inQuery = target.query.find(([name]) => name.toLowerCase() === 'x-amz-content-sha256')?.[1];
  const declared = single(headers['x-amz-content-sha256']) ?? inQuery;
  if (declared === undefined) {
    if (stated.form === 'presigned') return unsignedPayload;
    throw new AwsError(
      400,
      'InvalidRequest',
      'Missing required header for this request: x-amz-content-sha256',
    );
  }
  if (declared.startsWith('STREAMING-') && declared !== unsignedTrailerPayload) {
    throw new AwsError(501, 'NotImplemented', `Payloads of the form ${declared} are not implemented here.`);
  }
  if (
    declared !== unsignedPayload &&
    declared !== unsignedTrailerPayload &&
    !/^[0-9a-f]{64}$/.test(declared)
  ) {
    throw new AwsError(
      400,
      'InvalidArgument',
      'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER or a valid sha256 value.',
    );
  }
  return declared;
}

function canonicalRequestOf(
  request: SignedRequest,
  target: RequestTarget,
  stated: StatedSignature,
  payloadHash: string,
  isS3: boolean,
): string {
  const query = target.query
    .filter(([name]) => name.toLowerCase() !== 'x-amz-signature')
    .map(([name, value]) => [encodeUri(name), encodeUri(value)] as const)
    .sort(([a, x], [b, y]) => compareAscii(a, b) || compareAscii(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = stated.signedHeaders
    .map((name) => {
      const value = single(request.headers[hostHeaders.includes(name) ? 'host' : name]) ?? '';
      return `${name}:${value.trim().replace(/\s+/g, ' ')}\n`;
    })
    .join('');
  return [
    request.method ?? 'GET',
    isS3 ? canonicalS3Path(target.path) : canonicalPath(target.path),
    query,
    headers,
    stated.signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
}

/** S3 takes the path as it is, with one canonical percent-encoding. */
function canonicalS3Path(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeUri(decodeUri(segment)))
    .join('/');
}

/** Every other service removes dot segments and encodes the encoded path once more. */
function canonicalPath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const trailing = segments.length > 0 && path.endsWith('/') ? '/' : '';
  return `/${segments.map(encodeUri).join('/')}${trailing}`;
}

function deriveSigningKey(secret: string, { day, region, service }: StatedSignature): Buffer {
  let key = createHmac('sha256', `AWS4${secret}`).update(day).digest();
  for (const part of [region, service, 'aws4_request']) {
    key = createHmac('sha256', key).update(part).digest();
  }
  return key;
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function compareAscii(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
