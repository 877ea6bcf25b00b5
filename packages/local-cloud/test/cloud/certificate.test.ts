import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Certificate, keptCertificate } from '#src/cloud/certificate.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'platepost-certificate-'));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

/** What a client that trusts `ca` receives from a server with this certificate. Rejects with the TLS error. */
async function ask(host: string, certificate: Certificate, ca?: string): Promise<string> {
  const server = createServer(certificate, (_req, res) => res.end('answered'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise<string>((resolve, reject) => {
      const options = { agent: false as const, ...(ca !== undefined && { ca }) };
      get(`https://${host}:${port}/`, options, (res) => {
        res.setEncoding('utf8').on('data', resolve);
      }).on('error', reject);
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('proves both names of this machine to clients that trust it, and to no others', async () => {
  const certificate = await keptCertificate(directory, 'A test on this machine');
  expect(await ask('127.0.0.1', certificate, certificate.cert)).toBe('answered');
  expect(await ask('localhost', certificate, certificate.cert)).toBe('answered');
  await expect(ask('127.0.0.1', certificate)).rejects.toThrow(/self-signed certificate/);
  const parsed = new X509Certificate(certificate.cert);
  expect(parsed.checkHost('platepost.example')).toBeUndefined();
  expect(parsed.ca).toBe(false);
});

it('is kept, and replaced shortly before it expires', async () => {
  const first = await keptCertificate(directory, 'A test on this machine');
  expect(await keptCertificate(directory, 'A test on this machine')).toEqual(first);
  const { validToDate } = new X509Certificate(first.cert);
  vi.useFakeTimers({ now: validToDate.getTime() - 60_000, toFake: ['Date'] });
  const second = await keptCertificate(directory, 'A test on this machine');
  expect(second).not.toEqual(first);
  expect(new X509Certificate(second.cert).validToDate > validToDate).toBe(true);
});
