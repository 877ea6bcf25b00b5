/**
 * Hosts of the local cloud speak plain HTTP: `https://` in front of a loopback host (as the template writes it
 * in front of every host it names) becomes `http://`. Everything else stays as it is.
 */
export function plainHttpOnLoopback(text: string): string {
  return text.replace(/https:\/\/(?=(?:127\.0\.0\.1|localhost)(?:[:/\s;,'"]|$))/g, 'http://');
}
