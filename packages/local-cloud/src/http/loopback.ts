/**
 * Hosts of the local cloud speak plain HTTP: `https://` in front of a loopback host (as the template writes it
 * in front of every host it names) becomes `http://`. Everything else stays as it is, and so does `tlsHost`, the
 * host (with its port) that does speak TLS.
 */
export function plainHttpOnLoopback(text: string, tlsHost?: string): string {
  return text.replace(
    /https:\/\/((?:127\.0\.0\.1|localhost)(?::\d+)?)(?=[:/\s;,'"]|$)/g,
    (whole, host: string) => (host === tlsHost ? whole : `http://${host}`),
  );
}
