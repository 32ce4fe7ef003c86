import { Fragment, useState, type ReactNode } from 'react';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { plural } from '#web/platform/text/format-number.ts';
import { frameCount, stackParts, type StackPart } from './stack-frames.ts';
import { OpenValueButton } from '#web/trace/open-value.tsx';

interface Exception {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
}

/**
 * The number of expanded exceptions of a span with many, such as one with retries; input and output
 * follow below.
 */
const SHOWN_FIRST = 3;
/** Of a longer message or stack this much is shown here; the viewer has all of it. */
const SHOWN_CHARS = 40_000;

function exceptionsOf(span: SpanDetail): readonly Exception[] {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const sent = span.events
    .filter((event) => event.name === 'exception')
    .map(({ attributes }) => ({
      type: text(attributes['exception.type']),
      message: text(attributes['exception.message']),
      stack: text(attributes['exception.stacktrace']),
    }));
  if (sent.length > 0 || span.status_code !== 'ERROR') return sent;
  const message =
    span.status_message === ''
      ? (span.error_message ?? 'The span failed without an error message.')
      : span.status_message;
  return [{ type: text(span.attributes['error.type']), message, stack: '' }];
}

/**
 * The error: type, message, and the stack with the application's own frames; library frames are
 * collapsed.
 */
export function ErrorBox({ span }: { span: SpanDetail }) {
  const [showAll, setShowAll] = useState(false);
  const found = exceptionsOf(span);
  // A single remaining one is shown instead of counted.
  const shown = showAll || found.length <= SHOWN_FIRST + 1 ? found : found.slice(0, SHOWN_FIRST);
  return (
    <>
      {shown.map((one, index) => (
        <ExceptionBox key={index} exception={one} />
      ))}
      {shown.length < found.length && (
        <button
          type="button"
          className="self-start text-12 text-link"
          onClick={() => setShowAll(true)}
        >
          Show {plural(found.length - shown.length, 'more exception')}
        </button>
      )}
    </>
  );
}

function ExceptionBox({ exception: one }: { exception: Exception }) {
  return (
    <section
      aria-label="Exception"
      className="tone-error overflow-hidden rounded-control border border-bar/40"
    >
      <div className="flex items-start gap-4 bg-tint px-10 py-8 text-tone">
        <p className="verbatim min-w-0 flex-1 text-13">
          {one.type !== '' && <strong className="font-semibold">{one.type}: </strong>}
          {one.message.slice(0, SHOWN_CHARS)}
        </p>
        <OpenValueButton text={one.stack === '' ? one.message : one.stack} label="exception" />
        <CopyButton
          text={[`${one.type}: ${one.message}`, one.stack].filter((part) => part !== '').join('\n')}
          label="Copy error"
          quiet
        />
      </div>
      {one.stack !== '' && (
        <div
          tabIndex={0}
          className="mono max-h-400 overflow-auto px-10 py-8 focus-visible:outline-offset-[-2px]"
        >
          {stackParts(one.stack.slice(0, SHOWN_CHARS)).map((part, at) =>
            part.type === 'own' ? (
              <Lines key={at} part={part} />
            ) : (
              <LibraryFrames key={at} part={part} />
            ),
          )}
        </div>
      )}
    </section>
  );
}

function Lines({ part }: { part: StackPart }) {
  return (
    <div className={`verbatim ${part.type === 'own' ? 'text-text1' : 'text-text3'}`}>
      {breakable(part.lines.join('\n'))}
    </div>
  );
}

/**
 * A text that breaks after the slashes of its paths, rather than in the middle of a name. Copied,
 * it is what it was.
 */
function breakable(text: string): ReactNode {
  return text.split(/(?<=[/\\])(?![/\\])/).map((piece, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}

function LibraryFrames({ part }: { part: StackPart }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="block py-2 text-left text-text3 hover:text-text1"
      >
        {open ? '−' : '+'} {plural(frameCount(part), 'frame')} of libraries
      </button>
      {open && <Lines part={part} />}
    </>
  );
}
