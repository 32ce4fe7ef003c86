import { formatBytes } from '#web/platform/text/format-number.ts';
import type { MediaPart } from './media-part.ts';
import { embeddedFile, isEmbeddedAudio, isEmbeddedImage } from '#web/platform/address/safe-link.ts';
import { saveEmbedded } from './save-embedded.ts';
import { Button } from '#web/ui/button.tsx';
import { RemoteImage } from '#web/ui/markdown/remote-image.tsx';
import { EmbeddedPicture } from './embedded-picture.tsx';

/** What OpenInference's instrumentations send in place of a value that they leave out. */
const REDACTED = '__REDACTED__';

/**
 * A picture, a recording or a file of a message: shown, played or saved when it is embedded, named
 * with its address otherwise.
 */
export function MediaView({ part }: { part: MediaPart }) {
  if (part.url === REDACTED)
    return (
      <span className="text-12 text-text3">
        The exporter left out this {part.type}: it is longer than{' '}
        <code className="mono">OPENINFERENCE_BASE64_IMAGE_MAX_LENGTH</code> (32,000 characters by
        default), or hidden by its configuration.
      </span>
    );
  const file = embeddedFile(part.url);
  if (file === null) return <RemoteImage url={part.url} what={part.type} label="" />;
  if (part.type === 'image' && isEmbeddedImage(part.url))
    return <EmbeddedPicture url={part.url} label="" />;
  const name = part.type === 'file' ? part.name : null;
  return (
    <div className="flex flex-col gap-4">
      <span className="nums flex flex-wrap items-center gap-8 text-12 text-text3">
        {[name, file.mediaType, formatBytes(file.bytes)]
          .filter((one) => one !== null && one !== '')
          .join(' · ')}
        <Button look="quiet" onClick={() => saveEmbedded(part.url, name ?? part.type)}>
          Download
        </Button>
      </span>
      {part.type === 'audio' && isEmbeddedAudio(part.url) && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording in a span has none; its transcript is shown below if there is one
        <audio
          controls
          preload="metadata"
          src={part.url}
          className="h-36 w-full max-w-400"
          aria-label="Recording"
        />
      )}
      {part.type === 'audio' && part.transcript !== null && (
        <p className="verbatim text-13">{part.transcript}</p>
      )}
    </div>
  );
}
