/** A code as it was sent, of what a person typed: mails and apps show it in groups, which spaces or hyphens divide. */
export function typedCode(text: string): string {
  return text.replace(/[\s\p{Dash}]/gu, '');
}
