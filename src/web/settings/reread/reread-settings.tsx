import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import type { Reread } from '#contracts/rereads/reread.ts';
import { projectsOptions } from '#web/projects/projects.calls.ts';
import {
  isUnderWay,
  rereadsOptions,
  resumeReread,
  startReread,
  stopReread,
  type RereadWish,
} from '#web/settings/rereads.calls.ts';
import { viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { ChoiceField, FormError } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { startingAt } from '#web/platform/time/day-field.ts';
import { rereadProgress, rereadResult, rereadTitle } from './reread-text.ts';

const WHAT = [
  { label: 'Everything', value: 'all' },
  { label: 'Costs only', value: 'costs' },
] as const satisfies readonly { readonly label: string; readonly value: Reread['what'] }[];

/** Reads stored spans again: what of them, a preview, the start, and how far it is. */
export function RereadSettings() {
  // Not before it is known who asks: only admins may read it.
  const { isSuccess } = useQuery(viewerOptions);
  const { data, error, refetch } = useQuery({ ...rereadsOptions, enabled: isSuccess });
  useFreshFigures(data?.newest ?? null);
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="The state of rereads could not be read"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return null;
  const { newest, isOutdated } = data;
  return (
    <>
      {isOutdated && !isUnderWay(newest) && (
        <p className="text-13 text-text2">
          Some stored spans were read by an earlier version. Reading them again adds the values that
          only this version recognizes.
        </p>
      )}
      {newest !== null && <RereadState reread={newest} />}
      {!isUnderWay(newest) && <RereadForm />}
    </>
  );
}

/** Once spans changed, everything on the screen may have. */
function useFreshFigures(newest: Reread | null): void {
  const client = useQueryClient();
  const watched = useRef<string | null>(null);
  useEffect(() => {
    if (isUnderWay(newest)) watched.current = newest?.id ?? null;
    else if (newest !== null && watched.current === newest.id) {
      watched.current = null;
      if (!newest.dry_run) void client.invalidateQueries();
    }
  }, [client, newest]);
}

function RereadForm() {
  const client = useQueryClient();
  const { data: projects } = useQuery(projectsOptions());
  const [project, setProject] = useState('');
  const [since, setSince] = useState('');
  const [what, setWhat] = useState<Reread['what']>('all');
  const [isAsking, setAsking] = useState(false);
  const start = useMutation({
    mutationFn: startReread,
    onSuccess: () => setAsking(false),
    onSettled: () => client.invalidateQueries({ queryKey: rereadsOptions.queryKey }),
  });
  const wish: Omit<RereadWish, 'dry_run'> = {
    what,
    ...(project === '' ? {} : { project }),
    ...startingAt(since),
  };
  const name = projects?.find(({ id }) => id === project)?.name;
  return (
    <>
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate({ ...wish, dry_run: true });
        }}
      >
        <div className="flex gap-12 max-md:flex-col">
          <ProjectField projects={projects ?? []} value={project} onValue={setProject} />
          <DayField
            label="Since"
            zone="reader"
            value={since}
            onValue={setSince}
            note="Empty for all time."
          />
        </div>
        <ChoiceField label="Read again" options={WHAT} value={what} onValue={setWhat} />
        {!isAsking && <FormError error={start.error} />}
        <div className="flex flex-wrap gap-8">
          <Button type="submit" className="max-md:h-44" disabled={start.isPending}>
            Preview changes
          </Button>
          <Button
            look="accent"
            className="max-md:h-44"
            disabled={start.isPending}
            onClick={() => setAsking(true)}
          >
            Read spans again…
          </Button>
        </div>
      </form>
      {isAsking && (
        <RereadDialog
          {...{ what, since }}
          project={name ?? 'all projects'}
          send={{ ...start, mutate: () => start.mutate({ ...wish, dry_run: false }) }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface RereadDialogProps extends Pick<ComponentProps<typeof FormDialog>, 'send' | 'onClose'> {
  readonly what: Reread['what'];
  /** A day; empty for all time. */
  readonly since: string;
  readonly project: string;
}

function RereadDialog({ what, since, project, send, onClose }: RereadDialogProps) {
  return (
    <FormDialog
      title="Read stored spans again?"
      action="Read spans again"
      ready
      send={send}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        {what === 'costs' ? 'Costs' : 'Lists, totals, sessions and charts'} of {project}
        {since === '' ? '' : ` since ${since}`} change where this version reads spans differently.
        The current values aren't kept. Raw span data, ids and annotations stay.
      </p>
    </FormDialog>
  );
}

interface ProjectFieldProps {
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly value: string;
  readonly onValue: (id: string) => void;
}

function ProjectField({ projects, value, onValue }: ProjectFieldProps) {
  return (
    <label className="flex min-w-0 flex-1 flex-col gap-4 text-12 text-text2">
      Project
      <select
        className="h-30 w-full min-w-0 rounded-control border border-line3 bg-bg0 px-8 text-13 text-text1 max-md:h-44"
        value={value}
        onChange={(event) => onValue(event.target.value)}
      >
        <option value="">All projects</option>
        {projects.map(({ id, name: label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** How far it is, and what came of it. */
function RereadState({ reread }: { reread: Reread }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (act: (id: string) => Promise<Reread>) => act(reread.id),
    onSettled: () => client.invalidateQueries({ queryKey: rereadsOptions.queryKey }),
  });
  const share = (100 * reread.rows_done) / Math.max(1, reread.rows_total ?? 1);
  const underWay = isUnderWay(reread);
  const canResume = reread.state === 'stopped' || reread.state === 'failed';
  return (
    <section
      aria-label="Last reread"
      className="flex flex-col gap-8 rounded-control border border-line2 p-12 text-13"
    >
      <div className="flex flex-wrap items-center gap-8">
        <h3 className="flex-1 font-medium">{rereadTitle(reread)}</h3>
        {underWay && (
          <Button
            className="max-md:h-44"
            disabled={change.isPending}
            onClick={() => change.mutate(stopReread)}
          >
            Stop
          </Button>
        )}
        {canResume && (
          <Button
            className="max-md:h-44"
            disabled={change.isPending}
            onClick={() => change.mutate(resumeReread)}
          >
            Resume
          </Button>
        )}
      </div>
      {reread.state !== 'done' && (
        <>
          <div
            role="progressbar"
            aria-label="Spans read again"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(share)}
            className="h-6 overflow-hidden rounded-chip bg-bg3"
          >
            <div className="h-full bg-accent" style={{ width: `${share}%` }} />
          </div>
          <p className="nums text-12 text-text2">{rereadProgress(reread)}</p>
        </>
      )}
      <p role="status" className="nums text-text2">
        {reread.state === 'done' || reread.spans_read > 0 ? rereadResult(reread) : ''}
      </p>
      {reread.waiting !== null && (
        <p className="verbatim text-12 text-text2">Waiting: {reread.waiting}</p>
      )}
      {reread.error !== null && (
        <p className="tone-error verbatim text-12 text-tone">{reread.error}</p>
      )}
      <FormError error={change.error} />
    </section>
  );
}
