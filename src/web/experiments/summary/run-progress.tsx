import type { Experiment } from '#contracts/experiments/experiment.ts';
import { compactCount, exactCount, plural } from '#web/platform/text/format-number.ts';

type Counted = Pick<Experiment, 'successful_run_count' | 'failed_run_count' | 'missing_run_count'>;

/** How many runs are done, failed and missing; a bar while some are missing. */
export function RunProgress({ experiment }: { experiment: Counted }) {
  const {
    successful_run_count: done,
    failed_run_count: failed,
    missing_run_count: missing,
  } = experiment;
  const all = done + failed + missing;
  const share = (count: number): string => `${all === 0 ? 0 : (count / all) * 100}%`;
  return (
    <>
      <span className="nums clip block">
        {missing === 0
          ? compactCount(all)
          : `${compactCount(done + failed)} of ${compactCount(all)}`}
      </span>
      {missing > 0 && (
        <span
          role="progressbar"
          aria-label="Runs"
          aria-valuemin={0}
          aria-valuemax={all}
          aria-valuenow={done + failed}
          aria-valuetext={`${exactCount(done + failed)} of ${exactCount(all)} runs`}
          className="my-6 flex h-4 w-full overflow-hidden rounded-chip bg-bg3"
        >
          <span className="bg-focus" style={{ width: share(done) }} />
          <span className="tone-error bg-bar" style={{ width: share(failed) }} />
        </span>
      )}
      {missing === 0 && failed > 0 && (
        <span className="tone-error nums block text-11 text-tone">
          {compactCount(failed)} failed
        </span>
      )}
    </>
  );
}

/** The same in full, on its own line: "1,000 runs, 2 failed". */
export function RunCounts({ experiment }: { experiment: Counted }) {
  const {
    successful_run_count: done,
    failed_run_count: failed,
    missing_run_count: missing,
  } = experiment;
  const all = done + failed + missing;
  return (
    <span className="nums">
      {missing === 0 ? plural(all, 'run') : `${exactCount(done + failed)} of ${plural(all, 'run')}`}
      {failed > 0 && <span className="tone-error text-tone">, {exactCount(failed)} failed</span>}
    </span>
  );
}
