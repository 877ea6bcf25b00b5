/** A message in the mailbox. `text` is always set; it is derived from the HTML if necessary. */
export interface Message {
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  code?: string;
  headers?: Readonly<Record<string, string>>;
  /** ISO 8601. */
  sentAt: string;
}
