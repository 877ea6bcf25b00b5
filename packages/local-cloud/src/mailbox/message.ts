/** A message in the mailbox. `text` is there always, made from the HTML if need be. */
export interface Message {
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  code?: string;
  /** ISO 8601. */
  sentAt: string;
}
