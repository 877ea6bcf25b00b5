import type { HttpRequest, HttpResponse } from '#src/http/http-message.ts';
import type { CacheTimes } from './edge-cache.ts';
import type { EdgeFunction } from './edge-function.ts';

/** Which parts of a request make up the cache key, and for how long an answer is kept. */
export interface CachePolicy {
  times: CacheTimes;
  /** Query parameters in the key, all of which reach the origin. */
  query: 'none' | 'all' | readonly string[];
  /** Lower-case names. */
  headers: readonly string[];
  /** Whether the edge may compress. */
  compresses: boolean;
}

/** The parts of a request that reach the origin in addition to the cache key. */
export interface OriginRequestPolicy {
  headers: 'none' | 'all' | 'all-except-host' | readonly string[];
  query: 'none' | 'all' | readonly string[];
}

export interface HeaderChange {
  name: string;
  value: string;
  /** Whether it replaces the origin's header. */
  override: boolean;
}

export interface ResponseHeadersPolicy {
  set: readonly HeaderChange[];
  remove: readonly string[];
}

/** Handles the requests that the edge forwards to an origin. */
export type Origin = (request: HttpRequest) => Promise<HttpResponse>;

export interface Behavior {
  /** `/api/*`; undefined for the default behaviour. */
  pathPattern: string | undefined;
  originId: string;
  methods: readonly string[];
  compress: boolean;
  cache: CachePolicy;
  originRequest: OriginRequestPolicy;
  responseHeaders: ResponseHeadersPolicy | undefined;
  onRequest: EdgeFunction | undefined;
  onResponse: EdgeFunction | undefined;
}

export interface CustomError {
  status: number;
  page: string | undefined;
  responseStatus: number | undefined;
  /** Seconds; CloudFront's default is 10. */
  keepFor: number;
}

/** A distribution of the template, resolved. */
export interface Distribution {
  id: string;
  domainName: string;
  defaultRootObject: string;
  /** In the order in which they are tried; the default behaviour comes last. */
  behaviors: readonly Behavior[];
  origins: ReadonlyMap<string, Origin>;
  customErrors: readonly CustomError[];
}

/** CloudFront's path patterns: `*` matches any characters, `?` one; the leading slash is optional. */
export function matchesPathPattern(pattern: string, path: string): boolean {
  const anchored = pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`;
  const expression = anchored
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(path);
}
