import { AwsError } from '#src/aws/aws-error.ts';
import { childrenOf, childText, type XmlElement } from '#src/aws/xml.ts';

export interface CorsRule {
  origins: string[];
  methods: string[];
  headers: string[];
  expose: string[];
  maxAgeSeconds: string | undefined;
}

const corsMethods = ['GET', 'PUT', 'HEAD', 'POST', 'DELETE'];

/** Reads a CORSConfiguration. Throws InvalidRequest or MalformedXML (400) where S3 does. */
export function parseCorsRules(configuration: XmlElement): CorsRule[] {
  const rules = childrenOf(configuration, 'CORSRule').map((rule) => {
    const texts = (name: string) => childrenOf(rule, name).map((element) => element.text);
    return {
      origins: texts('AllowedOrigin'),
      methods: texts('AllowedMethod'),
      headers: texts('AllowedHeader'),
      expose: texts('ExposeHeader'),
      maxAgeSeconds: childText(rule, 'MaxAgeSeconds'),
    };
  });
  if (rules.length === 0 || rules.length > 100 || rules.some((rule) => !rule.origins.length)) {
    throw new AwsError(
      400,
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    );
  }
  for (const { methods, origins, headers } of rules) {
    const method = methods.find((name) => !corsMethods.includes(name));
    if (method !== undefined || methods.length === 0) {
      throw new AwsError(
        400,
        'InvalidRequest',
        `Found unsupported HTTP method in CORS config. Unsupported method is ${method ?? 'missing'}`,
      );
    }
    const pattern = [...origins, ...headers].find((text) => text.split('*').length > 2);
    if (pattern !== undefined) {
      throw new AwsError(400, 'InvalidRequest', `"${pattern}" can not have more than one wildcard.`);
    }
  }
  return rules;
}

/**
 * The CORS headers of an answer to `origin`: those of the first rule that allows the method and, for a preflight,
 * all requested headers. Undefined when no rule does.
 */
export function corsHeaders(
  rules: readonly CorsRule[],
  origin: string,
  method: string,
  requestedHeaders: readonly string[],
): Record<string, string> | undefined {
  const rule = rules.find(
    ({ origins, methods, headers }) =>
      methods.includes(method) &&
      origins.some((pattern) => matches(pattern, origin)) &&
      requestedHeaders.every((header) =>
        headers.some((pattern) => matches(pattern.toLowerCase(), header.toLowerCase())),
      ),
  );
  if (rule === undefined) return undefined;
  const anyone = rule.origins.includes('*');
  return {
    'access-control-allow-origin': anyone ? '*' : origin,
    ...(anyone ? {} : { 'access-control-allow-credentials': 'true' }),
    'access-control-allow-methods': rule.methods.join(', '),
    ...(requestedHeaders.length > 0 ? { 'access-control-allow-headers': requestedHeaders.join(', ') } : {}),
    ...(rule.expose.length > 0 ? { 'access-control-expose-headers': rule.expose.join(', ') } : {}),
    ...(rule.maxAgeSeconds !== undefined ? { 'access-control-max-age': rule.maxAgeSeconds } : {}),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

/** A pattern has at most one `*`, which matches any text. */
function matches(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  const start = pattern.slice(0, star);
  const end = pattern.slice(star + 1);
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}
