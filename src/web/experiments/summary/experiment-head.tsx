import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import * as Tabs from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import type { ExperimentSummary, SplitFigures } from '#contracts/experiments/experiment-figures.ts';
import { versionsOptions } from '#web/datasets/datasets.calls.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { versionNumbers } from '#web/datasets/version-numbers.ts';
import {
  exactCost,
  exactCount,
  formatCost,
  formatShare,
  plural,
} from '#web/platform/text/format-number.ts';
import { formatDuration, formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { tracesPath } from '#web/platform/address/paths.ts';
import { shownName } from '#web/platform/text/shown-name.ts';
import { summaryOptions } from '../experiments.calls.ts';
import { EvaluatorCard } from './evaluator-card.tsx';
import { RunCounts } from './run-progress.tsx';
import { TagChips } from './tag-chips.tsx';
import { figureText, headlineOf, intervalText, methodText } from './estimate-text.ts';

/** The part of an experiment shown below its facts. */
export type HeadTab = 'figures' | 'splits' | 'metadata';

interface ExperimentHeadProps {
  /** Global ID. */
  readonly id: string;
  /** The experiment's actions, such as a menu. */
  readonly actions?: ReactNode;
  readonly tab: HeadTab;
  readonly onTab: (tab: HeadTab) => void;
}

interface HeadPart {
  readonly key: HeadTab;
  readonly name: string;
  readonly content: ReactNode;
}

/**
 * An experiment's overview, before its examples: figures with their methods, splits, and the runs'
 * cost and latency.
 */
export function ExperimentHead({ id, ...rest }: ExperimentHeadProps) {
  const { data, error, refetch } = useQuery(summaryOptions(id));
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={3} height={44} />
    ) : (
      <ErrorNote
        what="The figures of this experiment could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return <LoadedHead {...rest} summary={data.summary} splits={data.splits} />;
}

interface LoadedHeadProps extends Omit<ExperimentHeadProps, 'id'> {
  readonly summary: ExperimentSummary;
  readonly splits: readonly SplitFigures[];
}

function LoadedHead({ summary, splits, actions, tab, onTab }: LoadedHeadProps) {
  const { experiment } = summary;
  const { description } = experiment;
  return (
    <section
      aria-label={`Experiment ${shownName(experiment.name)}`}
      className="flex flex-col gap-12 border-b border-line1 p-12"
    >
      <div className="flex flex-wrap items-center gap-x-12 gap-y-6">
        <h2 className="flex min-w-0 items-baseline gap-8 text-16 font-semibold">
          <span className="nums text-text3">#{experiment.sequence_number}</span>
          <span className="clip" title={experiment.name}>
            {shownName(experiment.name)}
          </span>
        </h2>
        <TagChips tags={experiment.tags} />
        <span className="ml-auto flex items-center gap-8">{actions}</span>
      </div>
      {description !== null && description !== '' && (
        <p className="verbatim max-w-720 text-13 text-text2">{description}</p>
      )}
      <Facts summary={summary} />
      <HeadTabs {...{ summary, splits, tab, onTab }} />
    </section>
  );
}

/** Figures, and beside them what would not fit below: splits and metadata. */
function HeadTabs({ summary, splits, tab, onTab }: Omit<LoadedHeadProps, 'actions'>) {
  const { metadata } = summary.experiment;
  const names = summary.evaluators.map(({ name }) => name);
  const bySplit: HeadPart = {
    key: 'splits',
    name: `By split (${exactCount(splits.length)})`,
    content: <SplitTable splits={splits} evaluators={names} />,
  };
  const ofMetadata: HeadPart = {
    key: 'metadata',
    name: 'Metadata',
    content: <Metadata metadata={metadata} />,
  };
  const parts: readonly HeadPart[] = [
    { key: 'figures', name: 'Figures', content: <Figures summary={summary} /> },
    ...(splits.length === 0 ? [] : [bySplit]),
    ...(Object.keys(metadata).length === 0 ? [] : [ofMetadata]),
  ];
  const shown = parts.find(({ key }) => key === tab) ?? parts[0];
  if (parts.length === 1) return shown?.content;
  return (
    <Tabs.Root
      value={shown?.key ?? 'figures'}
      onValueChange={(next) => onTab(parts.find(({ key }) => key === next)?.key ?? 'figures')}
    >
      <Tabs.List aria-label="Figures" className="-mt-8 flex gap-16 border-b border-line1">
        {parts.map(({ key, name }) => (
          <Tabs.Trigger
            key={key}
            value={key}
            className="h-30 shrink-0 border-b-2 border-transparent text-12 font-medium text-text2 hover:text-text1 data-[state=active]:border-focus data-[state=active]:text-text1 max-md:h-44"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {parts.map(({ key, name, content }) => (
        <Tabs.Content key={key} value={key} aria-label={name} tabIndex={-1} className="pt-12">
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function Metadata({ metadata }: { metadata: ExperimentSummary['experiment']['metadata'] }) {
  return (
    <pre
      tabIndex={0}
      aria-label="Metadata"
      className="mono max-h-240 overflow-auto rounded-control border border-line1 bg-bg1 p-8"
    >
      {JSON.stringify(metadata, null, 2)}
    </pre>
  );
}

/** The evaluators' results, and the runs' cost and latency. */
function Figures({ summary }: Pick<LoadedHeadProps, 'summary'>) {
  return (
    <div className="flex flex-col gap-12">
      {summary.evaluators.length > 0 && (
        <ul
          aria-label="Evaluators"
          className="grid grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-12"
        >
          {summary.evaluators.map((figures) => (
            <EvaluatorCard
              key={figures.name}
              figures={figures}
              difference={summary.against_baseline.find(({ name }) => name === figures.name)}
            />
          ))}
        </ul>
      )}
      <RunFigures summary={summary} />
    </div>
  );
}

/** The experiment's facts: version, splits, repetitions, time, author, and its traces. */
function Facts({ summary: { experiment } }: Pick<LoadedHeadProps, 'summary'>) {
  const versions = useQuery(versionsOptions(experiment.dataset_id)).data;
  const version = versionNumbers(versions ?? []).get(experiment.dataset_version_id);
  const {
    splits,
    repetitions,
    project_name: project,
    created_at: created,
    created_by: by,
  } = experiment;
  return (
    <div className="nums flex flex-wrap items-start gap-x-20 gap-y-4 text-12 text-text2">
      <RunCounts experiment={experiment} />
      <span>{plural(experiment.example_count, 'example')}</span>
      {version !== undefined && <span>Version {version}</span>}
      <span>
        {splits.length === 0
          ? 'All examples'
          : `${splits.length === 1 ? 'Split' : 'Splits'}: ${splits.join(', ')}`}
      </span>
      {repetitions > 1 && <span>{plural(repetitions, 'repetition')}</span>}
      <span title={isoWithZone(Date.parse(created))}>
        {formatWhen(created, Date.now())}
        {by === null ? '' : ` by ${by}`}
      </span>
      {project !== null && (
        <Link to={tracesPath(project)} className="touch text-link hover:underline">
          Open traces
        </Link>
      )}
    </div>
  );
}

/** The runs' cost and latency. */
function RunFigures({ summary }: Pick<LoadedHeadProps, 'summary'>) {
  const {
    prompt_tokens: prompt,
    completion_tokens: completion,
    cost_usd: cost,
    error_rate: errors,
    run_count: runs,
  } = summary;
  const tokens = prompt === null && completion === null ? null : (prompt ?? 0) + (completion ?? 0);
  const facts = [
    {
      label: 'Error rate',
      text: errors === null ? '' : formatShare(errors, 1),
      title: `${exactCount(summary.experiment.failed_run_count)} failed`,
    },
    { label: 'Latency p50', text: formatDuration(summary.latency_p50_ms), title: '' },
    { label: 'p90', text: formatDuration(summary.latency_p90_ms), title: '' },
    { label: 'p99', text: formatDuration(summary.latency_p99_ms), title: '' },
    {
      label: 'Tokens',
      text: tokens === null ? '' : exactCount(tokens),
      title: `${exactCount(prompt ?? 0)} prompt, ${exactCount(completion ?? 0)} completion`,
    },
    { label: 'Cost', text: formatCost(cost), title: exactCost(cost) },
    {
      label: 'Cost per run',
      text: cost === null || runs === 0 ? '' : formatCost(cost / runs),
      title: '',
    },
  ].filter(({ text }) => text !== '');
  return (
    <dl className="nums flex flex-wrap gap-x-24 gap-y-6 text-12">
      {facts.map(({ label, text, title }) => (
        <div key={label} title={title || undefined}>
          <dt className="text-11 text-text3">{label}</dt>
          <dd className="text-14">{text}</dd>
        </div>
      ))}
      {summary.pending_traces > 0 && (
        <div>
          <dt className="text-11 text-text3">Traces</dt>
          <dd className="text-text2">
            tokens and cost of {exactCount(summary.pending_traces)} may still change
          </dd>
        </div>
      )}
    </dl>
  );
}

interface SplitTableProps {
  readonly splits: readonly SplitFigures[];
  readonly evaluators: readonly string[];
}

/** The figures of an experiment by split of its examples. */
function SplitTable({ splits, evaluators }: SplitTableProps) {
  const head = 'h-26 px-8 text-11 font-normal whitespace-nowrap text-text3';
  const cell = 'h-30 border-t border-line1 px-8 whitespace-nowrap';
  const figure = `${cell} text-right`;
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Figures by split">
      <table className="nums text-12">
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left`}>
              Split
            </th>
            {['Examples', ...evaluators, 'Latency p50', 'Cost', 'Error rate'].map((label) => (
              <th key={label} scope="col" className={`${head} text-right`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {splits.map((split) => (
            <tr key={split.split}>
              <th scope="row" className={`${cell} text-left font-normal`}>
                {split.split}
              </th>
              <td className={figure}>{exactCount(split.example_count)}</td>
              {evaluators.map((name) => (
                <td key={name} className={figure}>
                  <SplitScore split={split} evaluator={name} />
                </td>
              ))}
              <td className={figure}>{formatDuration(split.latency_p50_ms)}</td>
              <td className={figure}>{formatCost(split.cost_usd)}</td>
              <td className={figure}>
                {split.error_rate === null ? '' : formatShare(split.error_rate, 1)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SplitScore({ split, evaluator }: { split: SplitFigures; evaluator: string }) {
  const figures = split.evaluators.find(({ name }) => name === evaluator);
  if (figures === undefined) return null;
  const { estimate, isShare } = headlineOf(figures);
  return (
    <span title={methodText(estimate)}>
      {figureText(estimate.value, isShare)}{' '}
      <span className="text-text3">{intervalText(estimate, isShare)}</span>
    </span>
  );
}
