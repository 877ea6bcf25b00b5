/** Whether an item is a video, by its type or the ending of its address. */
export function isVideo({ url, type }: { readonly url: string; readonly type: 'image' | 'video' }): boolean {
  return type === 'video' || /\.(mp4|mov)$/i.test(url.split(/[?#]/)[0] ?? '');
}
