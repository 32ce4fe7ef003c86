import { useMemo, useState } from 'react';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmbeddedPicture } from '#web/ui/media/embedded-picture.tsx';
import { ExternalLink } from '#web/ui/markdown/external-link.tsx';
import { LazyMarkdown } from '#web/ui/markdown/lazy-markdown.tsx';
import { prettyText } from './conversation.ts';
import { formatBytes, utf8Bytes } from '#web/platform/text/format-number.ts';
import { isEmbeddedImage, safeHref } from '#web/platform/address/safe-link.ts';
import { useContentMode } from './span/content-mode.ts';
import { OpenValueButton } from './open-value.tsx';
import { useFirstMark } from '#web/search/mark-scope.ts';

/**
 * So much is laid out at once; the rest on request, in steps the browser bears, or in the viewer.
 */
const STEP_CHARS = 20_000;
/**
 * A rest shorter than half of the visible part is shown too: expanding for one more line is a
 * nuisance.
 */
const SLACK = 1.5;
/** Longer texts aren't searched for JSON: the viewer does that in its own thread. */
const PRETTY_CHARS_MAX = 200_000;

interface TextBlockProps {
  readonly text: string;
  /**
   * `value` has a frame and lays JSON out; `content` is shown as the reader likes it, too; `prose`
   * has no frame; `line` is the text as it is.
   */
  readonly look?: 'value' | 'content' | 'prose' | 'line';
  /** The number of characters shown before expanding. */
  readonly firstChars?: number;
  /** The value's name in the viewer, such as its attribute's key. */
  readonly label?: string;
}

/**
 * A value as text, and only as text. JSON is laid out; long values open in steps or in the viewer.
 */
export function TextBlock({
  text,
  look = 'value',
  label = 'Value',
  firstChars = STEP_CHARS,
}: TextBlockProps) {
  const mode = useContentMode();
  const laidOut = useMemo(
    () => (look === 'line' || text.length > PRETTY_CHARS_MAX ? text : prettyText(text)),
    [text, look],
  );
  const isFramed = look === 'value' || look === 'content';
  const isJson = laidOut !== text || (isFramed && /^\s*[{[]/.test(text));
  // Of a plain text, JSON is the text in quotes.
  const isQuoted = look === 'content' && mode === 'json' && !isJson;
  const isMarkdown = (look === 'content' || look === 'prose') && mode === 'markdown' && !isJson;
  const pretty = useMemo(
    () => (isQuoted ? JSON.stringify(text) : laidOut),
    [isQuoted, text, laidOut],
  );
  const [opened, setChars] = useState(firstChars);
  const marked = useFirstMark(pretty.length > opened * SLACK ? pretty : null);
  const chars = marked < 0 ? opened : Math.max(opened, marked + STEP_CHARS);
  const href = safeHref(text);
  const isPicture = look !== 'line' && isEmbeddedImage(text);
  const isCut = pretty.length > chars * SLACK;
  const shown = isCut ? cutAt(pretty, chars) : pretty;
  const rest = useMemo(
    () => formatBytes(utf8Bytes(pretty.slice(shown.length))),
    [pretty, shown.length],
  );
  return (
    <div
      className={`group/text relative ${!isFramed && !isJson ? '' : 'rounded-control border border-line1 bg-bg1 px-10 py-8'}`}
    >
      {text === '' && isFramed ? (
        <span className="text-13 text-text3">empty</span>
      ) : isPicture ? (
        <EmbeddedPicture url={text} label={label} />
      ) : href !== null && !isQuoted ? (
        <ExternalLink href={text}>
          <span className="verbatim text-13">{text}</span>
        </ExternalLink>
      ) : isMarkdown ? (
        <LazyMarkdown text={shown} />
      ) : (
        <div
          className={`verbatim ${isJson || isQuoted ? 'mono' : look === 'line' ? 'text-13' : 'text-14'}`}
        >
          {shown}
        </div>
      )}
      {isCut && !isPicture && (
        <button
          type="button"
          className="mt-4 text-12 text-link"
          onClick={() => setChars(Math.max(STEP_CHARS, chars * 4))}
        >
          Show more ({rest} left)
        </button>
      )}
      <span className="absolute top-2 right-2 flex rounded-chip bg-bg2 opacity-0 pointer-coarse:static pointer-coarse:justify-end pointer-coarse:gap-12 pointer-coarse:bg-transparent pointer-coarse:opacity-100 group-focus-within/text:opacity-100 group-hover/text:opacity-100">
        <OpenValueButton text={text} label={label} />
        <CopyButton text={text} quiet />
      </span>
    </div>
  );
}

/** The beginning of a text, never half of a character. */
function cutAt(text: string, chars: number): string {
  const isHigh = /[\uD800-\uDBFF]/.test(text.charAt(chars - 1));
  return text.slice(0, isHigh ? chars - 1 : chars);
}
