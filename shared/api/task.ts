import * as z from 'zod/mini';

/** Work that takes longer than a request: created with 202, then polled until it is done or has failed. */
export const taskSchema = z.object({
  taskId: z.string(),
  kind: z.enum(['usersCsv', 'contentCsv', 'accountExport', 'pack', 'deletion']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Short-lived links to the files of a finished export; several if one run could not write it as one file. */
  files: z.array(z.object({ url: z.string(), fileName: z.string(), expiresAt: z.string() })),
});

export type Task = z.output<typeof taskSchema>;

export const taskParams = z.strictObject({
  taskId: z.string().check(z.regex(/^[0-9A-Za-z-]{1,80}$/, 'Invalid id')),
});
