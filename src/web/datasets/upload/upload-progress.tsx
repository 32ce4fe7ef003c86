import type { UploadProgress } from './upload.calls.ts';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { Button } from '#web/ui/button.tsx';
import type { UploadState } from './use-upload.ts';

/** How far an upload is. */
export function UploadRunning({
  progress,
  onCancel,
}: {
  progress: UploadProgress;
  onCancel: () => void;
}) {
  const share =
    progress.step === 'sending'
      ? progress.share
      : progress.rowsTotal === null
        ? null
        : progress.rows / Math.max(1, progress.rowsTotal);
  return (
    <div className="flex flex-col gap-12 py-24">
      <p role="status" className="nums text-13">
        {progressText(progress)}
      </p>
      <div
        role="progressbar"
        aria-label="Upload"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
        className="h-6 overflow-hidden rounded-chip bg-bg3"
      >
        <div
          className={`h-full bg-accent ${share === null ? 'w-full opacity-50' : ''}`}
          style={share === null ? {} : { width: `${share * 100}%` }}
        />
      </div>
      <div className="flex items-center justify-between gap-8">
        <p className="text-12 text-text2">
          {progress.step === 'sending'
            ? 'All or nothing: what is cancelled leaves nothing behind.'
            : 'A cancelled upload stores nothing. The server has the file: you can leave this page, and the upload continues.'}
        </p>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

function progressText(progress: UploadProgress): string {
  if (progress.step === 'sending')
    return progress.share >= 1
      ? 'Sent. The server is reading the file …'
      : `Sending, ${Math.floor(progress.share * 100)} % …`;
  const of = progress.rowsTotal === null ? '' : ` of ${exactCount(progress.rowsTotal)}`;
  return `${exactCount(progress.rows)}${of} rows stored …`;
}

interface UploadOutcomeProps {
  readonly state: Extract<UploadState, { step: 'done' }>;
  /** Null where the dataset is the page beneath. */
  readonly onOpen: ((id: string) => void) | null;
  readonly onClose: () => void;
}

/** An upload's result, and the next step. */
export function UploadOutcome({ state, onOpen, onClose }: UploadOutcomeProps) {
  const { result, name } = state;
  const counts = [
    [result.num_created_examples, 'added'],
    [result.num_updated_examples, 'changed'],
    [result.num_deleted_examples, 'removed'],
  ] as const;
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${plural(count, 'example')} ${what}`);
  return (
    <div className="flex flex-col gap-12 py-16">
      <p role="status" className="text-13">
        <strong className="verbatim font-semibold">{name}</strong>:{' '}
        {parts.length === 0
          ? 'no changes: the dataset already contains these examples'
          : parts.join(', ')}
        .
        {result.num_left_out_lines > 0 && ` ${plural(result.num_left_out_lines, 'line')} left out.`}
      </p>
      <div className="flex justify-end gap-8">
        {onOpen === null ? (
          <Button look="accent" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button look="accent" onClick={() => onOpen(result.dataset_id)}>
              Open the dataset
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
