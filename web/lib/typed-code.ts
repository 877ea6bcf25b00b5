/** Normalises a typed code: mails and apps show it in groups, separated by spaces or hyphens. */
export function typedCode(text: string): string {
  return text.replace(/[\s\p{Dash}]/gu, '');
}
