import { useState } from 'react';
import { createPortal } from 'react-dom';
import { exactCount, formatBytes } from '#web/platform/text/format-number.ts';
import { embeddedFile } from '#web/platform/address/safe-link.ts';
import { saveEmbedded } from './save-embedded.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { useModal } from '#web/ui/dialog/use-modal.ts';

/**
 * A picture embedded in a text: small in its place, full size in a viewer. Nothing is fetched for
 * it.
 */
export function EmbeddedPicture({ url, label }: { url: string; label: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isBroken, setBroken] = useState(false);
  if (isBroken)
    return <span className="text-12 text-text3">The browser can’t display this image</span>;
  const name = label === '' ? 'Image in the message' : label;
  return (
    <>
      <button
        type="button"
        title="Open the image"
        onClick={() => setOpen(true)}
        className="checkered inline-block max-w-full cursor-zoom-in self-start overflow-hidden rounded-control border border-line1 hover:border-line3"
      >
        <img
          src={url}
          alt={name}
          onError={() => setBroken(true)}
          className="block max-h-320 min-h-16 max-w-full min-w-16"
        />
      </button>
      {/* Beside the text, not inside it: a paragraph can't contain a dialog. */}
      {isOpen &&
        createPortal(
          <PictureDialog url={url} name={name} onClose={() => setOpen(false)} />,
          document.body,
        )}
    </>
  );
}

interface PictureDialogProps {
  readonly url: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** A picture over the page: fitted to the window, or pixel by pixel. */
function PictureDialog({ url, name, onClose }: PictureDialogProps) {
  const { props, close } = useModal(onClose);
  const [isWhole, setWhole] = useState(true);
  const [size, setSize] = useState('');
  const file = embeddedFile(url);
  return (
    <dialog
      {...props}
      aria-label={name}
      className="h-[calc(100dvh-32px)] max-h-none w-[calc(100vw-32px)] max-w-none overflow-hidden rounded-popover border border-line2 bg-bg0 p-0 text-text1 shadow-popover backdrop:bg-[oklch(0_0_0/0.6)]"
    >
      <div className="flex h-full flex-col">
        <header className="flex shrink-0 items-center gap-12 border-b border-line1 py-8 pr-8 pl-16">
          <h2 className="clip min-w-0 flex-1 text-14 font-semibold">{name}</h2>
          <span className="nums text-12 whitespace-nowrap text-text3 max-md:hidden">
            {[size, file?.mediaType, file === null ? null : formatBytes(file.bytes)]
              .filter((one) => one !== null && one !== '')
              .join(' · ')}
          </span>
          <Button look="quiet" aria-pressed={!isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Actual size' : 'Fit'}
          </Button>
          <Button look="quiet" onClick={() => saveEmbedded(url, 'picture')}>
            Download
          </Button>
          <IconButton icon="close" label="Close" onClick={close} />
        </header>
        <div
          tabIndex={0}
          className="checkered grid min-h-0 flex-1 overflow-auto focus-visible:outline-offset-[-2px]"
        >
          <img
            src={url}
            alt={name}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize(`${exactCount(naturalWidth)} × ${exactCount(naturalHeight)} pixels`)
            }
            className={`m-auto ${isWhole ? 'max-h-full max-w-full object-contain' : 'max-w-none'}`}
          />
        </div>
      </div>
    </dialog>
  );
}
