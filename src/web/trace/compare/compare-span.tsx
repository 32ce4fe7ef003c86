import { useQuery } from '@tanstack/react-query';
import { Fragment, useMemo, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { spanDetailOptions } from '#web/trace/traces.calls.ts';
import { DiffText } from '#web/ui/value/diff-text.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { failureWords, stepName, type CompareRow, type StepTexts } from './compare-rows.ts';
import { exactCount, formatCost } from '#web/platform/text/format-number.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { nestAttributes } from '#web/trace/span/nest-attributes.ts';
import { attributesOf } from '#web/trace/span/span-attributes-codec.ts';
import { spanTextsOf } from '#web/trace/span-texts.ts';
import type { LoadedSide } from './use-sides.ts';

interface CompareSpanProps {
  readonly project: string;
  readonly a: LoadedSide;
  readonly b: LoadedSide;
  readonly row: CompareRow;
  /** Beside the name, such as the way to the next difference. */
  readonly actions?: ReactNode;
}

const SCROLL_KEYS: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
]);

/** A step's texts, the first trace's against the second's. */
export function CompareSpan({ project, a, b, row, actions }: CompareSpanProps) {
  const first = useSpan(a, row.a);
  const second = useSpan(b, row.b);
  const error = first.error ?? second.error;
  if (error !== null) return <ErrorNote what="The spans could not be read" error={error} />;
  if (first.waiting || second.waiting) return <SkeletonRows rows={12} height={34} />;
  const [one, other] = [first.span, second.span];
  const both = one !== undefined && other !== undefined;
  const failure = failureWords(row);
  const [ofA, ofB] = [a.skeleton.trace.project_id, b.skeleton.trace.project_id];
  const projectOf = ({ skeleton }: LoadedSide): string =>
    ofA === ofB ? project : skeleton.trace.project_id;
  return (
    <section aria-label="Difference" className="flex h-full min-w-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-baseline gap-x-12 border-b border-line1 px-12 py-10">
        <h2 className="clip text-16 font-semibold">{stepName(a, b, row)}</h2>
        {failure !== '' && (
          <span className="tone-error rounded-chip bg-tint px-4 text-12 font-medium text-tone">
            {failure}
          </span>
        )}
        <SpanLink project={projectOf(a)} word="A" span={one} />
        <SpanLink project={projectOf(b)} word="B" span={other} />
        {actions !== undefined && <span className="ml-auto flex gap-4 self-center">{actions}</span>}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it takes no keys but
          those that scroll it */}
      <div
        tabIndex={0}
        // They scroll what has the focus; elsewhere they walk the steps.
        onKeyDown={(event) => SCROLL_KEYS.has(event.key) && event.stopPropagation()}
        className="flex min-h-0 flex-1 flex-col gap-16 overflow-auto px-12 py-12 focus-visible:outline-offset-[-2px]"
      >
        {!both && (
          <p className="text-13 text-text2">
            Only trace {one === undefined ? 'B' : 'A'} has this step.
          </p>
        )}
        {both ? <Facts first={one} second={other} /> : <LoneFacts span={one ?? other} />}
        {both ? <Texts first={one} second={other} /> : <LoneTexts span={one ?? other} />}
      </div>
    </section>
  );
}

function SpanLink({
  project,
  word,
  span,
}: {
  project: string;
  word: string;
  span: SpanDetail | undefined;
}) {
  if (span === undefined) return null;
  return (
    <Link
      to="/projects/$project/traces/$trace"
      params={{ project, trace: span.context.trace_id }}
      search={{ span: span.context.span_id }}
      className="text-12 text-link"
    >
      Open in {word}
    </Link>
  );
}

/** A call's model and figures, where the two differ. */
function Facts({ first, second }: { first: SpanDetail; second: SpanDetail }) {
  const facts = FACTS.map(({ label, of }) => ({
    label,
    before: of(first),
    after: of(second),
  })).filter(({ before, after }) => before !== after);
  if (facts.length === 0) return null;
  return (
    <dl className={FACTS_LOOK}>
      {facts.map(({ label, before, after }) => (
        <Fragment key={label}>
          <dt className="text-text3">{label}</dt>
          <dd className="nums verbatim min-w-0">
            {before} <span className="text-text3">→</span> {after}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The same of a call that there is nothing to hold against. */
function LoneFacts({ span }: { span: SpanDetail | undefined }) {
  if (span === undefined) return null;
  const facts = FACTS.map(({ label, of }) => ({ label, value: of(span) })).filter(
    ({ value }) => value !== NOTHING,
  );
  return (
    <dl className={FACTS_LOOK}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="text-text3">{label}</dt>
          <dd className="nums verbatim min-w-0">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const FACTS_LOOK = 'grid grid-cols-[max-content_minmax(0,1fr)] gap-x-16 gap-y-4 text-12';

const NOTHING = '–';
const FACTS: readonly { readonly label: string; readonly of: (span: SpanDetail) => string }[] = [
  { label: 'Model', of: (span) => span.model_name ?? NOTHING },
  { label: 'Status', of: (span) => span.status_code },
  { label: 'Latency', of: (span) => (span.is_open ? 'open' : formatDuration(span.latency_ms)) },
  { label: 'Tokens in', of: ({ tokens }) => countOf(tokens.prompt) },
  { label: 'Tokens out', of: ({ tokens }) => countOf(tokens.completion) },
  { label: 'Cost', of: (span) => (span.cost_usd === null ? NOTHING : formatCost(span.cost_usd)) },
];

function countOf(tokens: number | null): string {
  return tokens === null ? NOTHING : exactCount(tokens);
}

function Texts({ first, second }: { first: SpanDetail; second: SpanDetail }) {
  const a = useTexts(first);
  const b = useTexts(second);
  const parts = TEXTS.map(({ title, of }) => ({ title, before: a[of], after: b[of] })).filter(
    (part) => part.before !== '' || part.after !== '',
  );
  if (parts.length === 0)
    return <p className="text-13 text-text3">Neither span has input or output.</p>;
  return parts.map(({ title, before, after }) => (
    <TextBox key={title} title={title}>
      <DiffText before={before} after={after} />
    </TextBox>
  ));
}

/**
 * The texts of a step that there is nothing to hold against: to be read, not to be seen as one
 * change.
 */
function LoneTexts({ span }: { span: SpanDetail | undefined }) {
  const texts = useTexts(span);
  const parts = TEXTS.filter(({ of }) => texts[of] !== '');
  if (span === undefined) return null;
  if (parts.length === 0)
    return <p className="text-13 text-text3">The span has no input or output.</p>;
  return parts.map(({ title, of }) => (
    <TextBox key={title} title={title}>
      <div tabIndex={0} className="mono verbatim min-h-0 flex-1 overflow-auto px-16 py-8">
        {texts[of].slice(0, LONE_CHARS_MAX)}
        {texts[of].length > LONE_CHARS_MAX &&
          ` … ${exactCount(texts[of].length - LONE_CHARS_MAX)} characters more`}
      </div>
    </TextBox>
  ));
}

const LONE_CHARS_MAX = 100_000;
const TEXTS = [
  { title: 'Error', of: 'message' },
  { title: 'Output', of: 'output' },
  { title: 'Input', of: 'input' },
] as const;

function TextBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-6">
      <h3 className="text-11 font-medium text-text3">{title}</h3>
      <div className="flex max-h-480 flex-col rounded-control border border-line1 bg-bg1">
        {children}
      </div>
    </section>
  );
}

/** Empty without a value. */
function useTexts(span: SpanDetail | undefined): StepTexts {
  return useMemo(
    () =>
      span === undefined
        ? { input: '', output: '', message: '' }
        : {
            ...spanTextsOf(nestAttributes(attributesOf(span.attributes))),
            message: span.status_message,
          },
    [span],
  );
}

/** The span of a side's node; nothing to wait for where there is none. */
function useSpan(side: LoadedSide, node: number) {
  const id = node < 0 ? undefined : side.skeleton.ids[side.tree.span[node] ?? -1];
  const { data, error } = useQuery({
    ...spanDetailOptions(encodeGlobalId('Span', id ?? 0)),
    enabled: id !== undefined,
  });
  const span = id === undefined ? undefined : data;
  return { span, error, waiting: id !== undefined && span === undefined };
}
