import { invalidRequest } from './stripe-error.ts';

/** Parameters of a request. Every value is text. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormHash = { [name: string]: FormValue };

/** The value of a name such as `line_items[0][price]` while the form is being parsed. */
type Node = string | Map<string, Node>;

const deepest = 10;

const segmentsOf = (name: string): string[] => {
  const found = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!found?.[1]) throw invalidRequest(`Invalid parameter name: ${name}`);
  const segments = [
    found[1],
    ...[...(found[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, inner]) => inner ?? ''),
  ];
  if (segments.length > deepest) throw invalidRequest(`Parameters are nested too deeply: ${name}`);
  return segments;
};

const add = (root: Map<string, Node>, name: string, value: string): void => {
  const segments = segmentsOf(name);
  const last = segments.pop() ?? '';
  let node = root;
  for (const segment of segments) {
    const key = segment === '' ? String(node.size) : segment;
    const child = node.get(key) ?? new Map<string, Node>();
    if (typeof child === 'string') throw invalidRequest(`Invalid parameter: ${name}`);
    node.set(key, child);
    node = child;
  }
  node.set(last === '' ? String(node.size) : last, value);
};

const finish = (node: Node): FormValue => {
  if (typeof node === 'string') return node;
  const entries = [...node].map(([key, child]) => [key, finish(child)] as const);
  const isArray = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  if (!isArray) return Object.fromEntries(entries);
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, child]) => child);
};

/**
 * Reads `application/x-www-form-urlencoded` text in Stripe's dialect: `items[0][price]=…`, `expand[]=…` and
 * `metadata[key]=…` become arrays and hashes. Throws an invalid_request_error for names that cannot be parsed.
 */
export const parseForm = (text: string): FormHash => {
  const root = new Map<string, Node>();
  for (const [name, value] of new URLSearchParams(text)) add(root, name, value);
  return Object.fromEntries([...root].map(([name, node]) => [name, finish(node)]));
};
