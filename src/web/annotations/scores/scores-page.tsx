import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch, Link } from '@tanstack/react-router';
import { scoreFiguresOptions } from './scores.calls.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ProjectSwitcher } from '#web/projects/project-switcher.tsx';
import { RangePicker } from '#web/ui/range-picker/range-picker.tsx';
import { WaitingNote } from '#web/annotations/waiting-note.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { useKeys } from '#web/platform/keys/keys.ts';
import { projectsPath, scoresPath, tracesPath } from '#web/platform/address/paths.ts';
import { listOfAnnotated, type ScoresSearch } from './scores-search.ts';
import { scoreCards, slotsOf, type ScoreCard as Card } from './score-series.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import { RANGE_DEFAULT, rangeOfWindow } from '#web/platform/time/time-range.ts';
import { AgreementView } from './agreement-view.tsx';
import { ScoreCard } from './score-card.tsx';
import { CodeTabs } from '#web/ui/code-tabs.tsx';
import { KeyNote } from '#web/accounts/key-note.tsx';
import { useNeedsKey } from '#web/accounts/use-needs-key.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { ANNOTATION_SETTINGS_PATH } from '#web/platform/address/settings-pages.ts';

/**
 * A project's annotations: by name over time, and for one name the agreement of LLMs and humans.
 */
export function ScoresPage() {
  const { project } = useParams({ from: '/projects/$project/scores' });
  const projectName = useProjectName(project);
  const search = useSearch({ from: '/projects/$project/scores' });
  const navigate = useNavigate({ from: '/projects/$project/scores' });
  const range = search.range ?? RANGE_DEFAULT;
  const { name } = search;
  const change = (changes: Changes<ScoresSearch>, replace = false): void => {
    void navigate({ search: (before) => withChanges<ScoresSearch>(before, changes), replace });
  };
  const top = { label: 'Scores', ...(name === undefined ? {} : { href: scoresPath(project) }) };
  return (
    <PageFrame
      title={`${name ?? 'Scores'} · ${projectName}`}
      crumbs={[
        { label: 'Projects', href: projectsPath },
        { label: projectName, href: tracesPath(project) },
        top,
        ...(name === undefined ? [] : [{ label: name }]),
      ]}
      beside={name === undefined && <ProjectSwitcher current={project} />}
      actions={
        <RangePicker
          range={range}
          onChange={(next) => change({ range: next === RANGE_DEFAULT ? undefined : next }, true)}
        />
      }
    >
      {name === undefined ? (
        <Overview project={project} search={search} onChange={change} />
      ) : (
        <AgreementView
          key={`${search.target ?? ''} ${name}`}
          project={project}
          name={name}
          search={search}
          onChange={change}
        />
      )}
    </PageFrame>
  );
}

interface OverviewProps {
  readonly project: string;
  readonly search: ScoresSearch;
  readonly onChange: (changes: Changes<ScoresSearch>, replace?: boolean) => void;
}

/** A card for each name. */
function Overview({ project, search, onChange }: OverviewProps) {
  const navigate = useNavigate();
  const range = search.range ?? RANGE_DEFAULT;
  const { data, error, isPlaceholderData, refetch } = useQuery(scoreFiguresOptions(project, range));
  useKeys({ Escape: { what: 'Up one level', run: () => void navigate({ to: projectsPath }) } });
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={4} height={180} />
    ) : (
      <ErrorNote what="The scores could not be read" error={error} onRetry={() => void refetch()} />
    );
  const slots = slotsOf(data.start_time, data.end_time, data.steps);
  const cards = scoreCards(data.data, slots);
  const openList = (list: ListSearch): void => {
    void navigate({ to: '/projects/$project/traces', params: { project }, search: list });
  };
  const hasBoth = ({ kinds }: Card): boolean =>
    kinds.some(({ kind }) => kind === 'LLM') && kinds.some(({ kind }) => kind === 'HUMAN');
  return (
    <div tabIndex={0} role="region" aria-label="Scores" className="min-h-0 flex-1 overflow-auto">
      <div className="px-12 pt-8 empty:hidden">
        <WaitingNote />
      </div>
      {cards.length === 0 ? (
        <NoScores
          project={project}
          isAllTime={range === 'all'}
          onAllTime={() => onChange({ range: 'all' })}
        />
      ) : (
        <div
          className={`grid grid-cols-[repeat(auto-fill,minmax(340px,1fr))] gap-12 p-12 max-md:grid-cols-1 ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {cards.map((card) => (
            <ScoreCard
              key={`${card.target} ${card.name}`}
              card={card}
              slots={slots}
              onWindow={(window) =>
                openList(listOfAnnotated(card.target, card.name, rangeOfWindow(window)))
              }
              onLabel={
                card.target === 'document'
                  ? null
                  : (label) =>
                      openList(listOfAnnotated(card.target, card.name, search.range, label))
              }
              onAgreement={
                hasBoth(card)
                  ? () =>
                      onChange({
                        name: card.name,
                        target: card.target === 'span' ? undefined : card.target,
                      })
                  : null
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Before anything was annotated in this time: the ways to it. */
function NoScores({
  project,
  isAllTime,
  onAllTime,
}: {
  project: string;
  isAllTime: boolean;
  onAllTime: () => void;
}) {
  const origin = location.origin + ROOT_PATH;
  const needsKey = useNeedsKey();
  return (
    <div className="mx-auto flex w-full max-w-720 flex-col gap-16 px-16 py-48 max-md:py-24">
      <h2 className="text-24 font-semibold">
        No annotations {isAllTime ? 'yet' : 'in this time range'}
      </h2>
      {!isAllTime && (
        <button
          type="button"
          className="self-start text-13 text-link underline"
          onClick={onAllTime}
        >
          Search all time
        </button>
      )}
      <p className="max-w-560 text-14 text-text2">
        Scores and labels of spans, traces and sessions appear here: over time, by human, LLM and
        code annotators, with the agreement of humans and LLMs.
      </p>
      <section className="flex flex-col gap-8">
        <h3 className="text-14 font-semibold">By hand</h3>
        <p className="text-13 text-text2">
          <Link to={tracesPath(project)} className="text-link underline">
            Open a trace
          </Link>{' '}
          and press A. Labels and scores to choose from are annotation configs, under{' '}
          <Link to={ANNOTATION_SETTINGS_PATH} className="text-link underline">
            Settings, Annotations
          </Link>
          .
        </p>
      </section>
      <section className="flex flex-col gap-8">
        <h3 className="text-14 font-semibold">From code</h3>
        {needsKey && <KeyNote scopes={['traces:write']} />}
        <CodeTabs
          label="Language"
          tabs={[
            { name: 'Python', text: pythonLines(origin, needsKey) },
            { name: 'curl', text: curlLines(origin, needsKey) },
          ]}
        />
      </section>
    </div>
  );
}

function pythonLines(origin: string, needsKey: boolean): string {
  return `# pip install arize-phoenix-client
${needsKey ? 'import os\n\n' : ''}from phoenix.client import Client

client = Client(base_url="${origin}"${needsKey ? ', api_key=os.environ["SERVICE_API_KEY"]' : ''})
client.spans.add_span_annotation(
    span_id="00f067aa0ba902b7",
    annotation_name="correctness",
    annotator_kind="LLM",
    label="correct",
    score=1,
)`;
}

function curlLines(origin: string, needsKey: boolean): string {
  return `curl -s ${origin}/v1/span_annotations -H 'content-type: application/json'${needsKey ? ' -H "api_key: $SERVICE_API_KEY"' : ''} -d '{
  "data": [{ "span_id": "00f067aa0ba902b7", "name": "correctness", "annotator_kind": "LLM",
             "result": { "label": "correct", "score": 1 } }]
}'`;
}
