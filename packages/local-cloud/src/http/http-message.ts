/** A request between the hosts of the local cloud: the edge, the HTTP API and the buckets. */
export interface HttpRequest {
  method: string;
  /** Path as sent, percent-encoded. */
  path: string;
  /** Raw query without the question mark. */
  query: string;
  /** Lower-case names; repeated headers joined by a comma, cookies by a semicolon. */
  headers: Record<string, string>;
  body: Buffer;
  sourceIp: string;
}

export interface HttpResponse {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Values of set-cookie; each becomes a separate header. */
  cookies: string[];
  body: Buffer;
}

export function textResponse(status: number, contentType: string, text: string): HttpResponse {
  return { status, headers: { 'content-type': contentType }, cookies: [], body: Buffer.from(text) };
}
