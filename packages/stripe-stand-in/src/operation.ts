import * as z from 'zod';
import type { Engine } from './engine.ts';
import type { FormHash } from './form-body.ts';
import type { List } from './objects.ts';
import { pagination, readParameters } from './parameters.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';

/** An operation of Stripe's API. */
export interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id`. */
  path: string;
  /** Returns the reply. A StripeError rolls the transaction back. */
  run: (engine: Engine, params: FormHash, ids: PathIds) => object;
}

/** The ids in a path by their names. */
export type PathIds = Record<string, string>;

/** Declares an operation. It accepts no parameters but `parameters` and `expand`; `run` receives them parsed. */
export const operation = <T extends z.ZodRawShape>(
  method: Operation['method'],
  path: string,
  parameters: T,
  run: (engine: Engine, params: z.output<z.ZodObject<T>>, id: string) => object,
): Operation => {
  const schema = z.strictObject(parameters);
  return {
    method,
    path,
    run: (engine, params, ids) =>
      run(engine, readParameters(schema, params) as z.output<z.ZodObject<T>>, ids.id ?? ''),
  };
};

interface Page {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/** A page of `all` (oldest first), newest first, as Stripe's lists are. */
const pageOf = <T extends { id: string }>(url: string, what: string, all: T[], page: Page): List<T> => {
  const { limit = 10, starting_after: after, ending_before: before } = page;
  if (limit < 1 || limit > 100) {
    throw invalidRequest(
      limit < 1
        ? 'This value must be greater than or equal to 1.'
        : 'This value must be less than or equal to 100.',
      { code: 'parameter_invalid_integer', param: 'limit' },
    );
  }
  const newestFirst = all.toReversed();
  const indexOf = (id: string, param: string): number => {
    const index = newestFirst.findIndex((one) => one.id === id);
    if (index < 0) throw resourceMissing(what, id, param);
    return index;
  };
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const data = newestFirst.slice(Math.max(end - limit, 0), end);
    return { object: 'list', data, has_more: end - limit > 0, url };
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  return {
    object: 'list',
    data: newestFirst.slice(start, start + limit),
    has_more: newestFirst.length > start + limit,
    url,
  };
};

/** Declares a list operation. `select` returns all objects that match the filters, oldest first. */
export const listOperation = <T extends z.ZodRawShape>(
  path: string,
  what: string,
  filters: T,
  select: (engine: Engine, params: z.output<z.ZodObject<T>>, id: string) => { id: string }[],
): Operation =>
  operation('GET', path, { ...pagination, ...filters }, (engine, params, id) =>
    pageOf(
      path.replace(':id', id),
      what,
      select(engine, params as unknown as z.output<z.ZodObject<T>>, id),
      params as Page,
    ),
  );
