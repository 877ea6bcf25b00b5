import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { AwsError, replyWithError } from '#src/aws/aws-error.ts';
import type { Permission, ServiceCall } from '#src/aws/permission.ts';
import type { Mailbox } from '#src/mailbox/mailbox.ts';

const part = z.strictObject({ Data: z.string(), Charset: z.string().optional() });

/** SendEmail of the API v2 with a simple message to one person. */
const requestSchema = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({ ToAddresses: z.tuple([z.string().regex(/^[^\s<>@]+@[^\s<>@]+$/)]) }),
  Content: z.strictObject({
    Simple: z.strictObject({
      Subject: part,
      Body: z.strictObject({ Text: part.optional(), Html: part.optional() }),
      Headers: z
        .array(
          z.strictObject({
            // What a line of a message may hold (API reference of MessageHeader).
            Name: z.string().regex(/^[\x21-\x39\x3b-\x7e]{1,126}$/),
            Value: z.string().regex(/^[\x20-\x7e]{1,995}$/),
          }),
        )
        .max(15)
        .default([]),
    }),
  }),
});

/** The operation SendEmail of SES: messages land in the mailbox. Every identity counts as verified. */
export function createSes({ mailbox }: { mailbox: Mailbox }) {
  return {
    async handle(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> {
      try {
        if (req.method !== 'POST' || req.url !== '/v2/email/outbound-emails')
          throw new AwsError(404, 'NotFoundException', `SES here has no ${req.method} ${req.url}.`);
        const { Destination, Content } = requestSchema.parse(JSON.parse(body.toString('utf8')));
        const { Subject, Body, Headers } = Content.Simple;
        const { id } = await mailbox.deliver({
          to: Destination.ToAddresses[0],
          subject: Subject.Data,
          ...(Body.Text && { text: Body.Text.Data }),
          ...(Body.Html && { html: Body.Html.Data }),
          headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
        });
        res.writeHead(200, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() });
        res.end(JSON.stringify({ MessageId: id }));
      } catch (error) {
        if (error instanceof AwsError) replyWithError(res, 'ses', error);
        else if (error instanceof z.ZodError || error instanceof SyntaxError)
          replyWithError(res, 'ses', new AwsError(400, 'BadRequestException', error.message));
        else throw error;
      }
    },
  };
}

/** What IAM checks: the identity of the sender's domain, under the sender's address. */
export function sesPermissions(
  { body }: Pick<ServiceCall, 'body'>,
  identityArn: (domain: string) => string,
): Permission[] {
  const { FromEmailAddress = '' } = z
    .object({ FromEmailAddress: z.string().optional() })
    .parse(JSON.parse(body.toString('utf8') || '{}'));
  const address = /<([^<>]+)>$/.exec(FromEmailAddress)?.[1] ?? FromEmailAddress;
  return [
    {
      action: 'ses:SendEmail',
      resource: identityArn(address.split('@').at(-1) ?? ''),
      context: { 'ses:fromaddress': address },
    },
  ];
}
