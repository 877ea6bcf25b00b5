import type { HttpResponse } from '#src/http/http-message.ts';

interface Entry {
  path: string;
  response: HttpResponse;
  storedAt: number;
  expiresAt: number;
}

const capacityBytes = 128 * 1024 * 1024;

/** The edge's cache of responses, in memory; the least recently used entries are removed first. */
export class EdgeCache {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** The answer under `key` with its age in seconds, unless it has expired. */
  get(key: string, now: number): { response: HttpResponse; age: number } | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#remove(key);
    if (entry.expiresAt <= now) return undefined;
    this.#insert(key, entry);
    return { response: entry.response, age: Math.floor((now - entry.storedAt) / 1000) };
  }

  /** Keeps an answer for `ttl` seconds. */
  put(key: string, path: string, response: HttpResponse, ttl: number, now: number): void {
    this.#remove(key);
    if (ttl <= 0 || response.body.length > capacityBytes / 4) return;
    this.#insert(key, { path, response, storedAt: now, expiresAt: now + ttl * 1000 });
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= capacityBytes) break;
      this.#remove(oldest);
    }
  }

  /** Removes every response whose path matches; `*` at the end of a pattern matches any rest. */
  invalidate(patterns: readonly string[]): void {
    for (const [key, { path }] of [...this.#entries])
      if (patterns.some((pattern) => matches(pattern, path))) this.#remove(key);
  }

  #insert(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.response.body.length;
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.response.body.length;
  }
}

function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** Limits of a cache policy, in seconds. */
export interface CacheTimes {
  min: number;
  standard: number;
  max: number;
}

/**
 * Errors that CloudFront keeps for the error caching minimum TTL, also where the cache policy keeps nothing and the
 * origin forbids it (developer guide, "HTTP 4xx and 5xx status codes that CloudFront caches").
 */
const alwaysKept: ReadonlySet<number> = new Set([404, 414, 500, 501, 502, 503, 504]);

/**
 * Seconds for which CloudFront keeps an answer (developer guide, "Managing how long content stays in the
 * cache"): what the origin's Cache-Control says, within the policy's limits.
 */
export function secondsToKeep(response: HttpResponse, times: CacheTimes, errorSeconds: number): number {
  if (alwaysKept.has(response.status)) return errorSeconds;
  if (times.max <= 0) return 0;
  if (response.status >= 400) return errorSeconds;
  if (response.cookies.length > 0) return times.min;
  const directives = new Map(
    (response.headers['cache-control'] ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', value = ''] = part.trim().split('=');
        return [name, value] as const;
      }),
  );
  if (['no-cache', 'no-store', 'private'].some((name) => directives.has(name))) return times.min;
  const stated = directives.get('s-maxage') ?? directives.get('max-age');
  const seconds = stated === undefined ? times.standard : Number.parseInt(stated, 10) || 0;
  return Math.min(times.max, Math.max(times.min, seconds));
}
