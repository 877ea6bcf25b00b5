import { AwsError } from './aws-error.ts';

/** A parsed request target, not normalised: `new URL` would resolve `..` inside an object's key. */
export interface RequestTarget {
  /** The path as sent, still percent-encoded. */
  path: string;
  /** Decoded names and values in the order sent; a name without `=` has the value ''. */
  query: [name: string, value: string][];
}

/** Splits the raw target of a request line. Throws InvalidURI (400) when an escape is not valid UTF-8. */
export function parseRequestTarget(target: string): RequestTarget {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query: [string, string][] = [];
  for (const part of mark < 0 ? [] : target.slice(mark + 1).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    query.push(
      equals < 0
        ? [decodeUri(part), '']
        : [decodeUri(part.slice(0, equals)), decodeUri(part.slice(equals + 1))],
    );
  }
  return { path, query };
}

/** Percent-decodes one component. Throws InvalidURI (400). */
export function decodeUri(component: string): string {
  try {
    return decodeURIComponent(component);
  } catch {
    throw new AwsError(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** Percent-encodes one component as SigV4 does: everything but letters, digits, `-`, `.`, `_` and `~`. */
export function encodeUri(component: string): string {
  return encodeURIComponent(component).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
