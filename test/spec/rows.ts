/**
 * The statements that the product is held to, one row a line: both documents of the specification, OWASP ASVS, the
 * threats and the instructions of the runbook. A row with `markers` is shown by that many places in the tests: each
 * carries the row's id in a comment above the asserting line (`markers.ts`). Every other row has a status and a reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { projectRoot } from '#lib/bundle.ts';

const common = { id: z.string(), statement: z.string().min(3), answer: z.optional(z.string()) };
const rowSchema = z.union([
  z.strictObject({ ...common, markers: z.int().min(1) }),
  z.strictObject({
    ...common,
    status: z.enum(['not applicable', 'platform', 'document', 'deviation', 'on AWS']),
    reason: z.string().min(3),
  }),
]);
export type Row = z.infer<typeof rowSchema>;
type Status = Exclude<Row, { markers: number }>['status'] | 'shown';

export interface RowFile {
  readonly path: string;
  readonly title: string;
  /** The first letter of the ids. */
  readonly letter: string;
  readonly statuses: readonly Status[];
  /** Titles by the first part of an id: `C2` of `C2.11`, `V1` of `V1.2.3`. */
  readonly sections: Readonly<Record<string, string>>;
}

export const rowFiles: readonly RowFile[] = [
  {
    path: 'test/spec/customer-product.jsonl',
    title: 'Customer product',
    letter: 'C',
    statuses: ['shown', 'not applicable'],
    sections: {
      C1: 'What the product does and for whom',
      C2: 'Screens and routes',
      C3: 'Entities and their fields',
      C4: 'States and transitions',
      C5: 'Validation rules',
      C6: 'Roles and permissions',
      C7: 'Calls',
      C8: 'Errors',
      C9: 'Constants and limits',
    },
  },
  {
    path: 'test/spec/back-office-and-public-pages.jsonl',
    title: 'Back office and public pages',
    letter: 'B',
    statuses: ['shown', 'not applicable'],
    sections: {
      B1: 'What the product does and for whom',
      B2: 'Screens and routes',
      B3: 'Entities and their fields',
      B4: 'States and transitions',
      B5: 'Validation rules',
      B6: 'Roles and permissions',
      B7: 'Calls',
      B8: 'Errors',
      B9: 'Constants and limits',
    },
  },
  {
    path: 'test/spec/runbook.jsonl',
    title: 'Runbook',
    letter: 'R',
    statuses: ['shown', 'on AWS'],
    sections: {
      R1: 'Deploy',
      R2: 'Each time',
      R3: 'Roll back',
      R4: 'Restore the table',
      R5: 'Maintenance',
      R6: 'Rotate secrets',
      R7: 'Before the first customer',
      R8: 'Stripe',
      R9: 'Admins',
      R10: 'Signing certificate',
    },
  },
  {
    path: 'test/security/threats.jsonl',
    title: 'Threats',
    letter: 'T',
    statuses: ['shown'],
    sections: {
      T1: 'Browser and site',
      T2: 'HTTP API',
      T3: 'Uploads and files',
      T4: 'Share pages',
      T5: 'Queues, stream and worker',
      T6: 'Stripe',
      T7: 'Sign-up and sign-in',
      T8: 'Table, back office and operations',
    },
  },
  {
    path: 'test/security/asvs.jsonl',
    title: 'OWASP ASVS 5.0, levels 1 and 2',
    letter: 'V',
    statuses: ['shown', 'platform', 'document', 'not applicable', 'deviation'],
    sections: {
      V1: 'Encoding and sanitization',
      V2: 'Validation and business logic',
      V3: 'Web frontend',
      V4: 'API',
      V5: 'Files',
      V6: 'Authentication',
      V7: 'Sessions',
      V8: 'Authorization',
      V9: 'Tokens',
      V10: 'OAuth and OIDC',
      V11: 'Cryptography',
      V12: 'Communication',
      V13: 'Configuration',
      V14: 'Data',
      V15: 'Secure coding',
      V16: 'Logging and errors',
    },
  },
];

export function readRows(path: string): Row[] {
  const lines = readFileSync(join(projectRoot, path), 'utf8').trimEnd().split('\n');
  return lines.map((line) => rowSchema.parse(JSON.parse(line)));
}

export function statusOf(row: Row): Status {
  return 'markers' in row ? 'shown' : row.status;
}

export function sectionOf({ id }: Row): string {
  return id.split('.')[0] ?? '';
}
