import { asString, at, isObject, prop, type Json } from '#web/platform/text/json.ts';

/**
 * A picture, a recording or a file in a message: embedded as a data URL, or the address of one
 * elsewhere.
 */
export type MediaPart =
  | { readonly type: 'image'; readonly url: string }
  | { readonly type: 'audio'; readonly url: string; readonly transcript: string | null }
  | { readonly type: 'file'; readonly url: string; readonly name: string | null };

/** A part's embedded or linked media, before it is known whether it may be shown. */
interface Media {
  readonly url: string;
  readonly mediaType: string;
}

const CONVERSE_TYPES = [
  ['image', 'image'],
  ['document', 'application'],
] as const;
const DATA_URL = /^data:([^;,]*)/;

/**
 * The picture, recording or file that a part of a message is, in the spellings of OpenInference,
 * GenAI, the providers and their SDKs; null for any other part.
 */
export function mediaPartOf(part: Json): MediaPart | null {
  const media =
    openInferenceMedia(part) ??
    openAiMedia(part) ??
    sourceMedia(part) ??
    converseMedia(part) ??
    googleMedia(part) ??
    genAiMedia(part) ??
    sdkMedia(part);
  if (media === null) return null;
  const { url } = media;
  const kind = (DATA_URL.exec(url)?.[1] || media.mediaType).split('/')[0];
  if (kind === 'image') return { type: 'image', url };
  if (kind === 'audio') return { type: 'audio', url, transcript: transcriptOf(part) };
  return {
    type: 'file',
    url,
    name: asString(prop(part, 'filename')) ?? asString(at(part, 'file', 'filename')),
  };
}

function transcriptOf(part: Json): string | null {
  const audio = prop(part, 'audio');
  return (
    asString(at(audio, 'audio', 'transcript')) ??
    asString(prop(audio, 'transcript')) ??
    asString(prop(part, 'transcript'))
  );
}

/** `{image: {image: {url}}}` and `{audio: {audio: {url, mime_type}}}`. */
function openInferenceMedia(part: Json): Media | null {
  for (const kind of ['image', 'audio']) {
    const inner = at(part, kind, kind) ?? prop(part, kind);
    const url = asString(prop(inner, 'url'));
    if (url !== null) return { url, mediaType: asString(prop(inner, 'mime_type')) ?? kind };
  }
  return null;
}

/** `{image_url}`, `{input_audio: {data, format}}`, `{file: {file_data, filename}}`. */
function openAiMedia(part: Json): Media | null {
  const image = asString(at(part, 'image_url', 'url')) ?? asString(prop(part, 'image_url'));
  if (image !== null) return { url: image, mediaType: 'image' };
  const audio =
    prop(part, 'input_audio') ?? (prop(part, 'type') === 'audio' ? prop(part, 'audio') : undefined);
  const data = asString(prop(audio, 'data'));
  if (data !== null) return embedded(data, `audio/${asString(prop(audio, 'format')) ?? 'wav'}`);
  const file = asString(at(part, 'file', 'file_data')) ?? asString(prop(part, 'file_data'));
  return file === null ? null : embedded(file, 'application/octet-stream');
}

/** `{type: 'image' | 'document', source: {type: 'base64' | 'url', …}}` as Anthropic has it. */
function sourceMedia(part: Json): Media | null {
  const source = prop(part, 'source');
  if (!isObject(source)) return null;
  const mediaType = asString(prop(source, 'media_type')) ?? asString(prop(part, 'type')) ?? '';
  const url = asString(prop(source, 'url'));
  if (url !== null) return { url, mediaType };
  const data = asString(prop(source, 'data')) ?? asString(prop(source, 'bytes'));
  return data === null ? null : embedded(data, mediaType);
}

/** `{image | document: {format, name, source: {bytes}}}` as Bedrock's Converse has it. */
function converseMedia(part: Json): Media | null {
  for (const [key, type] of CONVERSE_TYPES) {
    const inner = prop(part, key);
    const bytes = asString(at(inner, 'source', 'bytes'));
    if (bytes !== null)
      return embedded(bytes, `${type}/${asString(prop(inner, 'format')) ?? 'octet-stream'}`);
  }
  return null;
}

/**
 * `{inline_data: {mime_type, data}}` and `{file_data: {mime_type, file_uri}}`, in either case of
 * letters.
 */
function googleMedia(part: Json): Media | null {
  const inline = prop(part, 'inline_data') ?? prop(part, 'inlineData');
  const data = asString(prop(inline, 'data'));
  if (data !== null) return embedded(data, typeOf(inline));
  const file = prop(part, 'file_data') ?? prop(part, 'fileData');
  const url = asString(prop(file, 'file_uri')) ?? asString(prop(file, 'fileUri'));
  return url === null ? null : { url, mediaType: typeOf(file) };
}

/** GenAI's `blob` (or `binary`) and `uri`; the SDKs that write `image-url`. */
function genAiMedia(part: Json): Media | null {
  const type = asString(prop(part, 'type')) ?? '';
  const content = asString(prop(part, 'content'));
  if ((type === 'blob' || type === 'binary') && content !== null)
    return embedded(content, typeOf(part));
  const url =
    type === 'uri'
      ? asString(prop(part, 'uri'))
      : type.endsWith('-url')
        ? asString(prop(part, 'url'))
        : null;
  return url === null ? null : { url, mediaType: typeOf(part) || type.replace('-url', '') };
}

/**
 * `{type: 'image', image, mediaType}` and `{type: 'file', data, mediaType}` of the Vercel AI SDK.
 */
function sdkMedia(part: Json): Media | null {
  const type = prop(part, 'type');
  const data =
    type === 'image'
      ? asString(prop(part, 'image'))
      : type === 'file'
        ? asString(prop(part, 'data'))
        : null;
  return data === null
    ? null
    : embedded(data, typeOf(part) || (type === 'image' ? 'image/png' : ''));
}

function typeOf(part: Json | undefined): string {
  for (const key of ['mime_type', 'media_type', 'mimeType', 'mediaType', 'modality']) {
    const found = asString(prop(part, key));
    if (found !== null) return found;
  }
  return '';
}

/** Base64 as a data URL; what has an address already keeps it. */
function embedded(data: string, mediaType: string): Media {
  if (/^(?:data|https?|gs|s3|file):/i.test(data)) return { url: data, mediaType };
  const whole = mediaType.includes('/')
    ? mediaType
    : mediaType === 'image'
      ? 'image/png'
      : mediaType === 'audio'
        ? 'audio/wav'
        : 'application/octet-stream';
  return { url: `data:${whole};base64,${data}`, mediaType: whole };
}
