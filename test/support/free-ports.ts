import { createServer } from 'node:net';

/** The first of `count` consecutive free ports. */
export async function freePorts(count: number): Promise<number> {
  const isFree = (port: number) =>
    new Promise<boolean>((resolve) => {
      const server = createServer()
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
  for (let port = 42_000; port < 60_000; port += count) {
    const free = await Promise.all(Array.from({ length: count }, (_, n) => isFree(port + n)));
    if (free.every(Boolean)) return port;
  }
  throw new Error('There are no free ports');
}
