import { useMemo, useState } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { prettyText } from '../../../lib/conversation.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import { safeHref } from '../../../lib/safe-link.ts';

/** So much is laid out at once; the rest on request, in steps the browser bears. */
const STEP_CHARS = 20_000;

/** A value as text, and only as text. JSON is laid out; long values open in steps. */
export function TextBlock({ text, plain = false }: { text: string; plain?: boolean }) {
  const pretty = useMemo(() => (plain || text.length > 2_000_000 ? text : prettyText(text)), [text, plain]);
  const [chars, setChars] = useState(STEP_CHARS);
  const isJson = pretty !== text || /^\s*[{[]/.test(text);
  const href = safeHref(text);
  const shown = pretty.length > chars ? pretty.slice(0, chars) : pretty;
  return (
    <div className={`group relative ${plain ? '' : 'rounded-control border border-line1 bg-bg1 px-10 py-8'}`}>
      {href === null ? (
        <div className={`verbatim ${isJson ? 'mono' : 'text-13'}`}>{shown}</div>
      ) : (
        <a href={href} target="_blank" rel="noreferrer noopener" className="verbatim text-13 text-link underline">
          {text}
        </a>
      )}
      {pretty.length > chars && (
        <button type="button" className="mt-4 text-12 text-link" onClick={() => setChars(chars * 4)}>
          Show more ({formatBytes(pretty.length - chars)} left)
        </button>
      )}
      <span className="absolute top-2 right-2 rounded-chip bg-bg2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
        <CopyButton text={text} quiet />
      </span>
    </div>
  );
}
