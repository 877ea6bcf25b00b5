import type { Engine } from './engine.ts';
import { type Operation, operation } from './operation.ts';
import { integer, text } from './parameters.ts';
import { invalidRequest } from './stripe-error.ts';

/** Stripe's search (docs.stripe.com/search): clauses `field:'value'` or `metadata['key']:'value'`, joined by AND or OR. */

const clause = /^(-?)(\w+)(?:\[["'](.+?)["']\])?:\s*(?:"([^"]*)"|'([^']*)'|(null|true|false|\d+))$/;

type Searchable = { id: string; metadata: Record<string, string> | null };

const matcher = (part: string): ((object: Searchable) => boolean) => {
  const found = clause.exec(part.trim());
  if (!found) {
    throw invalidRequest(
      `We were unable to parse your search query. The local Stripe reads clauses such as active:'true' and metadata['plan']:'pro', joined by AND or OR.`,
      { param: 'query' },
    );
  }
  const [, minus, field = '', key, double, single, bare] = found;
  const wanted = double ?? single ?? bare ?? '';
  return (object) => {
    const value =
      key === undefined ? (object as unknown as Record<string, unknown>)[field] : object.metadata?.[key];
    const matches = wanted === 'null' ? (value ?? null) === null : String(value) === wanted;
    return matches !== (minus === '-');
  };
};

const matchesQuery = (query: string): ((object: Searchable) => boolean) => {
  const joiner = / OR /i.test(query) ? / OR /i : / AND /i;
  if (/ OR /i.test(query) && / AND /i.test(query)) {
    throw invalidRequest('You cannot combine AND and OR in a search query.', { param: 'query' });
  }
  const clauses = query.split(joiner).map(matcher);
  return (object) =>
    joiner.test(' OR ') ? clauses.some((one) => one(object)) : clauses.every((one) => one(object));
};

/** A search call over everything that `all` gives, newest first, on one page of at most 100. */
export const searchOperation = (path: string, all: (engine: Engine) => Searchable[]): Operation =>
  operation('GET', path, { query: text, limit: integer.optional() }, (engine, { query, limit = 10 }) => {
    const found = all(engine).filter(matchesQuery(query)).toReversed();
    if (found.length > Math.min(limit, 100)) {
      throw invalidRequest('The local Stripe does not page search results; raise limit or narrow the query.');
    }
    return { object: 'search_result', data: found, has_more: false, next_page: null, url: path };
  });
