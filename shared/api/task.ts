import * as z from 'zod/mini';

/** Work that takes longer than a request: created with 202, then polled until it is done or has failed. */
export const taskSchema = z.object({
  taskId: z.string(),
  kind: z.enum(['usersCsv', 'contentCsv', 'accountExport', 'deletion']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** A short-lived link to the file; null while there is none, and for a deletion. */
  file: z.nullable(z.object({ url: z.string(), fileName: z.string(), expiresAt: z.string() })),
});

export type Task = z.output<typeof taskSchema>;

export const taskParams = z.strictObject({
  taskId: z.string().check(z.regex(/^[0-9A-Za-z-]{1,80}$/, 'Invalid id')),
});
