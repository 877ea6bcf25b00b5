/**
 * The pattern of the HTML standard for fields of the type `email`. It knows no quotes, comments or invisible
 * characters, by which one mailbox would have countless spellings. Browsers send host names of other alphabets as
 * ASCII.
 */
const pattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Whether a text is an e-mail address as browsers accept it. Only such an address gets an account. */
export function isEmailAddress(text: string): boolean {
  return pattern.test(text);
}
