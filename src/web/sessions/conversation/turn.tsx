import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SessionSkeleton, SessionTurn } from '#contracts/sessions/session.ts';
import { KindMark, lookOfKind } from '#web/ui/kind-mark.tsx';
import { TextBlock } from '#web/trace/text-block.tsx';
import { compactCount, exactCount, formatCost, plural } from '#web/platform/text/format-number.ts';
import { formatDuration, formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { NO_END, durationSoFar } from '#web/platform/time/open-duration.ts';
import { shownName, shownText } from '#web/platform/text/shown-name.ts';
import { tracePath } from '#web/platform/address/paths.ts';
import { turnText } from '#web/sessions/turn-text.ts';

interface TurnProps {
  readonly project: string;
  readonly skeleton: SessionSkeleton;
  readonly index: number;
  /** The turn's content; undefined until loaded. */
  readonly turn: SessionTurn | Error | undefined;
  readonly chosen: boolean;
  readonly onOpen: () => void;
}

/** One turn: the input, the steps between, the output or error, and its figures. */
export function Turn({ project, skeleton, index, turn, chosen, onOpen }: TurnProps) {
  return (
    <article
      aria-label={`Turn ${index + 1}`}
      aria-current={chosen}
      className={`border-l-2 border-b border-b-line1 px-12 py-12 ${chosen ? 'border-l-focus bg-bg1' : 'border-l-transparent'}`}
    >
      <div className="mx-auto flex max-w-[72ch] flex-col gap-8 text-14">
        <TurnHead
          skeleton={skeleton}
          index={index}
          isOpen={turn !== undefined && !(turn instanceof Error) && turn.is_open}
          onOpen={onOpen}
          href={tracePath(project, skeleton.trace_ids[index] ?? '')}
        />
        {turn === undefined ? (
          <div className="skeleton h-60" aria-hidden="true" />
        ) : turn instanceof Error ? (
          <p className="tone-error text-13 text-tone">
            This turn could not be read: {turn.message}
          </p>
        ) : (
          <TurnTexts
            project={project}
            turn={turn}
            onOpen={onOpen}
            failed={(skeleton.error_counts[index] ?? 0) > 0}
          />
        )}
      </div>
    </article>
  );
}

interface TurnHeadProps extends Pick<TurnProps, 'skeleton' | 'index' | 'onOpen'> {
  readonly isOpen: boolean;
  readonly href: string;
}

function TurnHead({ skeleton, index, isOpen, href, onOpen }: TurnHeadProps) {
  const tokens =
    (skeleton.token_counts_prompt[index] ?? 0) + (skeleton.token_counts_completion[index] ?? 0);
  const cost = skeleton.costs_usd[index] ?? null;
  const errors = skeleton.error_counts[index] ?? 0;
  const startMs = Date.parse(skeleton.session.start_time) + (skeleton.start_offsets_ms[index] ?? 0);
  return (
    <p className="nums flex flex-wrap items-baseline gap-x-12 text-12 text-text3">
      <span className="text-text2">{exactCount(index + 1)}</span>
      <Link to={href} onClick={onOpen} className="clip max-w-280 text-link">
        {shownText(skeleton.names[skeleton.name_indexes[index] ?? -1] || 'trace')}
      </Link>
      {errors > 0 && <span className="tone-error text-tone">{plural(errors, 'error')}</span>}
      <span title={isOpen ? NO_END : undefined}>
        {durationSoFar(skeleton.durations_ms[index] ?? 0, isOpen)}
      </span>
      {tokens > 0 && <span className="max-md:hidden">{compactCount(tokens)} tokens</span>}
      {cost !== null && <span>{formatCost(cost)}</span>}
      <span className="ml-auto" title={isoWithZone(startMs)}>
        {formatWhen(new Date(startMs).toISOString(), Date.now())}
      </span>
    </p>
  );
}

interface TurnTextsProps {
  readonly project: string;
  readonly turn: SessionTurn;
  readonly failed: boolean;
  readonly onOpen: () => void;
}

function TurnTexts({ project, turn, failed, onOpen }: TurnTextsProps) {
  const { input, output, steps, error_message: error } = turn;
  return (
    <>
      {input !== null && (
        <TurnText edge="border-line3" label="input" text={turnText(input, 'input')} />
      )}
      {steps.length > 0 && <Steps project={project} turn={turn} onOpen={onOpen} />}
      {failed && error !== null && (
        <p className="tone-error verbatim border-l-2 border-bar pl-10 text-13 text-tone">{error}</p>
      )}
      {output !== null && (
        <TurnText edge="tone-llm border-bar" label="output" text={turnText(output, 'output')} />
      )}
      {input === null && output === null && steps.length === 0 && (
        <p className="text-13 text-text3">This turn has no input or output.</p>
      )}
    </>
  );
}

function TurnText({ edge, label, text }: { edge: string; label: string; text: string }): ReactNode {
  return (
    <div className={`border-l-2 pl-10 ${edge}`}>
      <TextBlock text={text} label={label} look="prose" />
    </div>
  );
}

function Steps({
  project,
  turn,
  onOpen,
}: {
  project: string;
  turn: SessionTurn;
  onOpen: () => void;
}) {
  const failed = turn.steps.filter((step) => step.status_code === 'ERROR').length;
  return (
    <details className="text-12 text-text3">
      <summary className="hover:text-text1">
        {plural(turn.steps.length, 'step')}:{' '}
        {[...new Set(turn.steps.map((step) => step.name))].slice(0, 4).join(', ')}
        {failed > 0 && <span className="tone-error text-tone"> · {failed} failed</span>}
      </summary>
      <ul className="flex flex-col gap-4 py-6 pl-10">
        {turn.steps.map((step) => (
          <li key={step.span_id} className="nums flex items-center gap-8">
            <KindMark look={lookOfKind(step.span_kind)} />
            <Link
              to="/projects/$project/traces/$trace"
              params={{ project, trace: turn.trace_id }}
              search={{ span: step.span_id }}
              onClick={onOpen}
              className="clip text-text2 hover:text-text1"
            >
              {shownName(step.name)}
            </Link>
            {step.status_code === 'ERROR' && <span className="tone-error text-tone">failed</span>}
            <span className="ml-auto">{formatDuration(step.latency_ms)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
