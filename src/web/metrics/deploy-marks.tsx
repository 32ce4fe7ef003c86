import { useState } from 'react';
import type { DeploymentItem } from '#contracts/metrics/deployment.ts';
import { deployGroups, type DeployGroup } from './deploy-groups.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import type { TimeWindow } from '#web/platform/time/time-range.ts';
import { useBoxWidth } from '#web/ui/use-box-width.ts';
import { Button } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/floating/popover.tsx';

/** As wide as a finger needs; marks that would touch are one. */
const MARK_PX = 24;

interface DeployMarksProps {
  readonly deployments: readonly DeploymentItem[];
  /** The chart's time range. */
  readonly window: TimeWindow;
  /** Without it the marks are lines that a neighbouring chart explains. */
  readonly onChoose?: (window: TimeWindow) => void;
  /** Narrows what is shown to what a version sent. */
  readonly onVersion?: (version: string) => void;
  /** Not in the tab order where a neighbouring chart has the same. */
  readonly isRepeated?: boolean;
}

/**
 * Where new versions appeared, over a chart: a line each, and a sign that says what came and leads
 * to before and after it.
 */
export function DeployMarks({
  deployments,
  window,
  onChoose,
  onVersion,
  isRepeated = false,
}: DeployMarksProps) {
  const { ref, width } = useBoxWidth();
  const groups = width === null ? [] : deployGroups(deployments, window, width, MARK_PX);
  return (
    <div ref={ref} className="pointer-events-none absolute inset-0">
      {groups.map((group) => (
        <span
          key={keyOf(group)}
          className="absolute inset-y-0 w-0 border-l border-dashed border-text2"
          style={{ left: `${group.share * 100}%` }}
          aria-hidden="true"
        />
      ))}
      {onChoose !== undefined &&
        groups.map((group) => (
          <Mark key={keyOf(group)} {...{ group, window, onChoose, onVersion, isRepeated }} />
        ))}
    </div>
  );
}

interface MarkProps {
  readonly group: DeployGroup<DeploymentItem>;
  readonly isRepeated: boolean;
  readonly window: TimeWindow;
  readonly onChoose: (window: TimeWindow) => void;
  readonly onVersion: ((version: string) => void) | undefined;
}

function Mark({
  group: { share, deployments },
  window,
  onChoose,
  onVersion,
  isRepeated,
}: MarkProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = deployments;
  if (first === undefined) return null;
  const label =
    deployments.length === 1
      ? nameOf(first)
      : `${plural(deployments.length, 'deployment')}, the first ${nameOf(first)}`;
  const closing =
    <Chosen,>(choose: (chosen: Chosen) => void) =>
    (chosen: Chosen): void => {
      setOpen(false);
      choose(chosen);
    };
  return (
    <span className="absolute -top-10" style={{ left: `calc(${share * 100}% - ${MARK_PX / 2}px)` }}>
      <Popover
        label="New versions"
        align="center"
        className="w-320 p-0"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            tabIndex={isRepeated ? -1 : 0}
            aria-label={`New version: ${label}`}
            title={deployments.map((one) => `${nameOf(one)} · ${whenOf(one)}`).join('\n')}
            className="pointer-events-auto flex size-24 cursor-pointer items-center justify-center text-text2 hover:text-text1"
          >
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M6 1 11 6 6 11 1 6z" className="fill-bg0 stroke-current" strokeWidth="1.5" />
              {deployments.length > 1 && <circle cx="6" cy="6" r="1.5" className="fill-current" />}
            </svg>
          </button>
        }
      >
        <ul className="max-h-300 overflow-auto">
          {deployments.map((one) => (
            <Line
              key={idOf(one)}
              deployment={one}
              window={window}
              onChoose={closing(onChoose)}
              onVersion={onVersion && closing(onVersion)}
            />
          ))}
        </ul>
      </Popover>
    </span>
  );
}

interface LineProps {
  readonly deployment: DeploymentItem;
  readonly window: TimeWindow;
  readonly onChoose: (window: TimeWindow) => void;
  readonly onVersion: ((version: string) => void) | undefined;
}

function Line({ deployment, window, onChoose, onVersion }: LineProps) {
  const { time, version, replaced, environment } = deployment;
  const atMs = Date.parse(time);
  return (
    <li className="flex flex-col gap-4 border-line1 p-12 not-last:border-b">
      <strong className="verbatim text-13 font-semibold break-words">{nameOf(deployment)}</strong>
      <span className="verbatim text-12 break-words text-text2" title={isoWithZone(atMs)}>
        {[
          `since ${whenOf(deployment)}`,
          environment,
          replaced.length === 0 ? null : `before: ${replaced.join(', ')}`,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </span>
      <div className="flex gap-8 pt-4">
        <Button
          onClick={() => onChoose({ startMs: window.startMs, endMs: atMs })}
          disabled={atMs <= window.startMs}
        >
          Before it
        </Button>
        <Button onClick={() => onChoose({ startMs: atMs, endMs: window.endMs })}>Since it</Button>
        {onVersion !== undefined && <Button onClick={() => onVersion(version)}>Only it</Button>}
      </div>
    </li>
  );
}

/** A mark is the same while the chart moves on under it: what is open at it stays open. */
function keyOf({ share, deployments: [first] }: DeployGroup<DeploymentItem>): string {
  return first === undefined ? String(share) : idOf(first);
}

function idOf({ service, environment, time }: DeploymentItem): string {
  return `${service} ${environment ?? ''} ${time}`;
}

function nameOf({ service, version }: DeploymentItem): string {
  return `${service} ${version}`;
}

function whenOf({ time }: DeploymentItem): string {
  return formatWhen(time, Date.now());
}
