/** Whether an item of the carousel is played: its type says so, or its address ends like a film's. */
export function isVideo({ url, type }: { readonly url: string; readonly type: 'image' | 'video' }): boolean {
  return type === 'video' || /\.(mp4|mov)$/i.test(url.split(/[?#]/)[0] ?? '');
}
