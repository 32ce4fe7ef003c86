import { useState } from 'react';
import { createPortal } from 'react-dom';
import { PictureDialog } from './picture-dialog.tsx';

/** A picture embedded in a text: small in its place, full size in a viewer. Nothing is fetched for it. */
export function EmbeddedPicture({ url, label }: { url: string; label: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <span className="text-12 text-text3">The browser can’t display this image</span>;
  const name = label === '' ? 'Image in the message' : label;
  return (
    <>
      <button
        type="button"
        title="Open the image"
        onClick={() => setOpen(true)}
        className="checkered inline-block max-w-full cursor-zoom-in self-start overflow-hidden rounded-control border border-line1 hover:border-line3"
      >
        <img src={url} alt={name} onError={() => setBroken(true)} className="block max-h-320 min-h-16 max-w-full min-w-16" />
      </button>
      {/* Beside the text, not inside it: a paragraph can't contain a dialog. */}
      {isOpen && createPortal(<PictureDialog url={url} name={name} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}
