/** Files that systems put into folders and archives, and that the user did not choose. */
const hidden = /^(\.|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i;
const photoEnding = /\.(jpe?g|png|webp|hei[cf]|avif|gif|bmp|tiff?)$/i;

/** Whether a file with this name (without folders) may be a photo; undefined for a file of the system. */
export function isPhotoName(name: string): boolean | undefined {
  return hidden.test(name) ? undefined : photoEnding.test(name);
}

/**
 * Whether a chosen file may be a photo; undefined for a file of the system. Browsers give some photos no type, for
 * example `IMG_0001.HEIC`.
 */
export function isPhotoFile({ name, type }: File): boolean | undefined {
  const isNamedSo = isPhotoName(name);
  return isNamedSo === false ? type.startsWith('image/') : isNamedSo;
}
