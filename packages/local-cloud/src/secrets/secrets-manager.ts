import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { AwsError, replyWithError } from '#src/aws/aws-error.ts';
import { readJsonFile, writeJsonFile } from '#src/json-file.ts';

const generateSchema = z.strictObject({
  PasswordLength: z.int().min(1).max(4096).default(32),
  ExcludeCharacters: z.string().default(''),
  ExcludeNumbers: z.boolean().default(false),
  ExcludePunctuation: z.boolean().default(false),
  ExcludeUppercase: z.boolean().default(false),
  ExcludeLowercase: z.boolean().default(false),
  IncludeSpace: z.boolean().default(false),
  RequireEachIncludedType: z.boolean().default(true),
});

/** What Secrets Manager's GetRandomPassword takes. */
export type PasswordRequest = z.input<typeof generateSchema>;

const secretSchema = z.object({
  arn: z.string(),
  name: z.string(),
  description: z.string(),
  value: z.string(),
  versionId: z.string(),
  createdAt: z.number(),
});

type Secret = z.output<typeof secretSchema>;

const characterClasses = [
  ['ExcludeLowercase', 'abcdefghijklmnopqrstuvwxyz'],
  ['ExcludeUppercase', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['ExcludeNumbers', '0123456789'],
  ['ExcludePunctuation', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
] as const;

/** A random password as GetRandomPassword makes it. Throws when nothing is left to choose from. */
export function randomPassword(request: PasswordRequest): string {
  const options = generateSchema.parse(request);
  const allowed = (characters: string) =>
    [...characters].filter((character) => !options.ExcludeCharacters.includes(character));
  const classes = characterClasses
    .filter(([exclude]) => !options[exclude])
    .map(([, characters]) => allowed(characters))
    .filter((characters) => characters.length > 0);
  if (options.IncludeSpace) classes.push([' ']);
  const alphabet = classes.flat();
  if (alphabet.length === 0) throw new Error('A password needs at least one character to choose from');
  const pick = () => alphabet[randomInt(alphabet.length)];
  for (;;) {
    const password = Array.from({ length: options.PasswordLength }, pick).join('');
    const complete = classes.every((characters) =>
      characters.some((character) => password.includes(character)),
    );
    if (complete || !options.RequireEachIncludedType || options.PasswordLength < classes.length)
      return password;
  }
}

const idRequest = z.object({ SecretId: z.string() });
const createRequest = z.object({
  Name: z.string(),
  Description: z.string().optional(),
  SecretString: z.string(),
});
const putRequest = z.object({ SecretId: z.string(), SecretString: z.string() });

export interface SecretsManager {
  handle(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void>;
}

/**
 * The operations of Secrets Manager that are in use: CreateSecret, DescribeSecret, GetSecretValue and
 * PutSecretValue.
 */
export function createSecretsManager(options: {
  directory: string;
  region: string;
  accountId: string;
}): SecretsManager {
  const file = join(options.directory, 'secrets.json');
  const secrets = z.array(secretSchema).parse(readJsonFile(file) ?? []);

  const find = (id: string): Secret => {
    const secret = secrets.find(({ arn, name }) => arn === id || name === id);
    if (!secret)
      throw new AwsError(
        400,
        'ResourceNotFoundException',
        "Secrets Manager can't find the specified secret.",
      );
    return secret;
  };
  const identity = ({ arn, name, versionId }: Secret) => ({ ARN: arn, Name: name, VersionId: versionId });

  const operations: Record<string, (input: unknown) => Promise<object>> = {
    async CreateSecret(input) {
      const request = createRequest.parse(input);
      if (secrets.some(({ name }) => name === request.Name))
        throw new AwsError(
          400,
          'ResourceExistsException',
          `The operation failed because the secret ${request.Name} already exists.`,
        );
      const suffix = randomBytes(3).toString('hex');
      const secret = {
        arn: `arn:aws:secretsmanager:${options.region}:${options.accountId}:secret:${request.Name}-${suffix}`,
        name: request.Name,
        description: request.Description ?? '',
        value: request.SecretString,
        versionId: randomUUID(),
        createdAt: Date.now() / 1000,
      };
      secrets.push(secret);
      await writeJsonFile(file, secrets);
      return identity(secret);
    },
    async DescribeSecret(input) {
      const secret = find(idRequest.parse(input).SecretId);
      return { ...identity(secret), Description: secret.description, CreatedDate: secret.createdAt };
    },
    async GetSecretValue(input) {
      const secret = find(idRequest.parse(input).SecretId);
      return {
        ...identity(secret),
        SecretString: secret.value,
        VersionStages: ['AWSCURRENT'],
        CreatedDate: secret.createdAt,
      };
    },
    async PutSecretValue(input) {
      const request = putRequest.parse(input);
      const secret = find(request.SecretId);
      secret.value = request.SecretString;
      secret.versionId = randomUUID();
      await writeJsonFile(file, secrets);
      return { ...identity(secret), VersionStages: ['AWSCURRENT'] };
    },
  };

  return {
    async handle(req, res, body) {
      const name = String(req.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
      try {
        const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
        if (!operation)
          throw new AwsError(400, 'UnknownOperationException', `Secrets Manager here has no ${name}.`);
        const answer = JSON.stringify(await operation(JSON.parse(body.toString('utf8'))));
        res.writeHead(200, {
          'content-type': 'application/x-amz-json-1.1',
          'x-amzn-requestid': randomUUID(),
        });
        res.end(answer);
      } catch (error) {
        if (error instanceof AwsError) replyWithError(res, 'secretsmanager', error);
        else if (error instanceof z.ZodError || error instanceof SyntaxError)
          replyWithError(
            res,
            'secretsmanager',
            new AwsError(400, 'InvalidParameterException', error.message),
          );
        else throw error;
      }
    },
  };
}
