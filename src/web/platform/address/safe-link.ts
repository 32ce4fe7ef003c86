/**
 * The URL when it may be a link: http and https only, so that `javascript:` and its kin stay text.
 */
export function safeHref(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || text.length > 2048 || /\s/.test(text)) return null;
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

const IMAGE_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[A-Za-z0-9+/=\s]+$/i;

/**
 * An embedded raster image, which may be shown at once: nothing is fetched. SVG is left out, it can
 * hold more than a picture.
 */
export function isEmbeddedImage(url: string): boolean {
  return IMAGE_DATA.test(url);
}

const AUDIO_DATA = /^data:audio\/[\w.+-]+;base64,[A-Za-z0-9+/=\s]+$/i;

/** An embedded recording, which may be played at once: nothing is fetched. */
export function isEmbeddedAudio(url: string): boolean {
  return AUDIO_DATA.test(url);
}

const FILE_DATA = /^data:([^;,]*);base64,([A-Za-z0-9+/=\s]*)$/;

/** An embedded file's type and size in bytes; null for an address. */
export function embeddedFile(
  url: string,
): { readonly mediaType: string; readonly bytes: number; readonly base64: string } | null {
  const [, mediaType, base64] = FILE_DATA.exec(url) ?? [];
  if (mediaType === undefined || base64 === undefined) return null;
  return { mediaType, base64, bytes: Math.floor((base64.replaceAll(/[\s=]/g, '').length * 3) / 4) };
}
