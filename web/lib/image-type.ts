import type { uploadTypes } from '#shared/domain/limits.ts';

/**
 * The type of a picture by its first bytes, as the API tells it; undefined for any other. A browser guesses the type of a
 * file from its name, and many pictures called .jpg are WebP, AVIF or HEIC.
 */
export async function imageTypeOf(file: Blob): Promise<(typeof uploadTypes)[number] | undefined> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return undefined;
}
