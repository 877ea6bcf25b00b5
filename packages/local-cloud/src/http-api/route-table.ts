interface CompiledRoute<T> {
  method: string;
  segments: string[];
  value: T;
}

export interface RouteMatch<T> {
  value: T;
  /** Percent-decoded. */
  params: Record<string, string>;
}

/**
 * Finds the route of a request as API Gateway does: the most specific path wins segment by segment (a literal
 * over `{name}` over `{name+}`), an exact method over ANY, and `$default` takes what is left.
 */
export class RouteTable<T> {
  readonly #routes: CompiledRoute<T>[] = [];
  #default: T | undefined;

  add(routeKey: string, value: T): void {
    if (routeKey === '$default') {
      this.#default = value;
      return;
    }
    const [method = '', path = ''] = routeKey.split(' ');
    this.#routes.push({ method, segments: path.split('/').slice(1), value });
    this.#routes.sort(bySpecificity);
  }

  match(method: string, path: string): RouteMatch<T> | undefined {
    const parts = path.split('/').slice(1);
    for (const route of this.#routes) {
      if (route.method !== 'ANY' && route.method !== method) continue;
      const params = matchSegments(route.segments, parts);
      if (params) return { value: route.value, params };
    }
    return this.#default === undefined ? undefined : { value: this.#default, params: {} };
  }
}

function rank(segment: string | undefined): number {
  if (segment === undefined) return 3;
  if (segment.endsWith('+}')) return 2;
  return segment.startsWith('{') ? 1 : 0;
}

function bySpecificity(a: CompiledRoute<unknown>, b: CompiledRoute<unknown>): number {
  for (let i = 0; i < Math.max(a.segments.length, b.segments.length); i += 1) {
    const difference = rank(a.segments[i]) - rank(b.segments[i]);
    if (difference !== 0) return difference;
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY');
}

function matchSegments(segments: string[], parts: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (part === undefined) return undefined;
    if (segment.endsWith('+}')) {
      const rest = parts.slice(index).join('/');
      if (rest === '') return undefined;
      params[segment.slice(1, -2)] = decode(rest);
      return params;
    }
    if (segment.startsWith('{')) {
      if (part === '') return undefined;
      params[segment.slice(1, -1)] = decode(part);
    } else if (segment !== part) return undefined;
  }
  return parts.length === segments.length ? params : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
