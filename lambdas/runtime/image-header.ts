/** Type and size of a photo, from its first bytes. Sides in pixels, before any EXIF rotation. */
export interface ImageHeader {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/**
 * Reads type and size of a JPEG, PNG or WebP from its first bytes, regardless of its name.
 *
 * Returns `unknown` for any other file, and `incomplete` if the size lies beyond `bytes` (a JPEG with large metadata).
 * It does not check whether the pixels can be decoded.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | 'unknown' | 'incomplete' {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (startsWith(bytes, [0xff, 0xd8, 0xff])) return readJpeg(view);
    if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return readPng(view);
    if (textAt(view, 0) === 'RIFF' && textAt(view, 8) === 'WEBP') return readWebp(view);
    return 'unknown';
  } catch (error) {
    if (error instanceof RangeError) return 'incomplete';
    throw error;
  }
}

/** Reads segments up to the first start of frame (SOF0 to SOF15, except three markers that are tables). */
function readJpeg(view: DataView): ImageHeader | 'unknown' {
  let position = 2;
  for (;;) {
    if (view.getUint8(position) !== 0xff) return 'unknown';
    const marker = view.getUint8(position + 1);
    if (marker === 0xff) {
      // Fill bytes may precede a marker.
      position += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return {
        type: 'image/jpeg',
        width: view.getUint16(position + 7),
        height: view.getUint16(position + 5),
      };
    }
    const endsBeforeFrame = marker === 0xd9 || marker === 0xda;
    const length = view.getUint16(position + 2);
    if (endsBeforeFrame || length < 2) return 'unknown';
    position += 2 + length;
  }
}

function readPng(view: DataView): ImageHeader | 'unknown' {
  if (textAt(view, 12) !== 'IHDR') return 'unknown';
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

function readWebp(view: DataView): ImageHeader | 'unknown' {
  const type = 'image/webp';
  const chunk = textAt(view, 12);
  if (chunk === 'VP8 ') {
    return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk === 'VP8X') {
    const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    return { type, width: uint24(24) + 1, height: uint24(27) + 1 };
  }
  return 'unknown';
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

function textAt(view: DataView, position: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(position + offset)));
}
