import type { Scope } from '#contracts/access/access.ts';
import { pathOfMatch } from './lookup.calls.ts';
import { searchPath } from '#web/search/search-address.ts';
import { pathOfHit } from '#web/search/span-search.calls.ts';
import { defaultStringifySearch } from '@tanstack/react-router';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import type { IdCompletions } from '#contracts/search/id-completion.ts';
import type { LookupMatch } from '#contracts/search/lookup.ts';
import type { SpanSearchHit, SpanSnippet } from '#contracts/search/span-search.ts';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { copyLink } from '#web/ui/notices/copy-link.ts';
import { quoted } from '#web/filter/language/condition.ts';
import { lastList } from '#web/lists/list-memory.ts';
import { narrowedToUser } from '#web/lists/narrow-list.ts';
import { matchScore, wellFound } from '#web/platform/text/palette-match.ts';
import {
  datasetsPath,
  examplesPath,
  experimentComparisonPath,
  experimentsPath,
  metricsPath,
  projectKey,
  projectsPath,
  scoresPath,
  sessionPath,
  sessionsPath,
  settingsPath,
  tracesPath,
} from '#web/platform/address/paths.ts';
import { formatAgo } from '#web/platform/time/format-time.ts';
import { PREFERENCE_CHOICES } from '#web/platform/storage/preference-choices.ts';
import { setPreferences } from '#web/platform/storage/preferences.ts';
import { settingsPagesFor } from '#web/platform/address/settings-pages.ts';
import { shownName, shownText } from '#web/platform/text/shown-name.ts';
import { THEME_CHOICES, THEME_NAMES, setTheme } from '#web/platform/storage/theme.ts';
import type { RangePart } from '#web/projects/project-range.ts';
import type { IconName } from '#web/ui/icon.tsx';
import { lookOfKind } from '#web/ui/kind-mark.tsx';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

/** A line of the palette: what it is called, what it is, what it does. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  /** The text of a span that was searched for. */
  readonly snippet?: SpanSnippet;
  readonly run: () => void;
}

type Go = (path: string) => void;

const SHOWN_MAX = 50;

/**
 * The choices that answer what was typed, best first; all of them, in their order, when nothing
 * was.
 */
export function choicesOf(known: readonly Choice[], typed: string): readonly Choice[] {
  const found = known
    .map((choice) => ({
      choice,
      score: matchScore(choice.label, typed) ?? matchScore(`${choice.label} ${choice.hint}`, typed),
    }))
    .filter((one): one is { choice: Choice; score: number } => one.score !== null);
  return wellFound(found, typed)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, SHOWN_MAX)
    .map(({ choice }) => choice);
}

export function projectChoices(projects: readonly ProjectSummary[], go: Go): readonly Choice[] {
  return projects.map(({ project }) => ({
    key: project.id,
    label: project.name,
    hint: 'Project',
    icon: 'projects',
    run: () => go(tracesPath(projectKey(project))),
  }));
}

export function datasetChoices(datasets: readonly Dataset[], go: Go): readonly Choice[] {
  return datasets.map(({ id, name }) => ({
    key: id,
    label: name,
    hint: 'Dataset',
    icon: 'datasets',
    run: () => go(examplesPath(id)),
  }));
}

/** The newest experiment of each dataset; the others are one step away. */
export function experimentChoices(datasets: readonly Dataset[], go: Go): readonly Choice[] {
  return datasets.flatMap(({ id, name, latest_experiment: latest }) =>
    latest === null
      ? []
      : {
          key: latest.id,
          label: shownName(latest.name),
          hint: `Experiment of ${name}`,
          icon: 'experiments' as const,
          run: () => go(experimentComparisonPath(id, [latest.sequence_number])),
        },
  );
}

/** Spans whose content was searched, with the text that was found. */
export function spanChoices(
  hits: readonly SpanSearchHit[],
  text: string,
  go: Go,
): readonly Choice[] {
  return hits.map((hit) => ({
    key: `content ${hit.span_id} ${hit.trace_id}`,
    label: shownName(hit.name),
    hint: `${formatAgo(Date.parse(hit.start_time), Date.now())} in ${hit.project.name}`,
    icon: lookOfKind(hit.span_kind).icon,
    ...(hit.snippets[0] === undefined ? {} : { snippet: hit.snippets[0] }),
    run: () => go(pathOfHit(hit, text)),
  }));
}

/** The objects an id refers to, each with its project. */
export function matchChoices(matches: readonly LookupMatch[], go: Go): readonly Choice[] {
  return matches.map((match) => {
    const path = pathOfMatch(match);
    const id = match.session_id ?? match.span_id ?? match.trace_id ?? match.project.name;
    const icon = match.type === 'span' ? 'unknown' : (`${match.type}s` as const);
    return {
      key: `${match.type} ${path}`,
      label: `${match.type} ${id}`,
      hint: `in ${match.project.name}`,
      icon,
      run: () => go(path),
    };
  });
}

interface IdContext {
  readonly project: string;
  readonly go: Go;
  /** Results for ids so far. */
  readonly known: readonly LookupMatch[];
}

/** Users, whose traces are listed, and sessions of the project. */
export function idChoices(
  named: IdCompletions | undefined,
  { project, go, known }: IdContext,
): readonly Choice[] {
  const listed = new Set(known.map((match) => match.session_id));
  const users = (named?.users ?? []).map((user): Choice => {
    const search = narrowedToUser(lastList(project) ?? {}, user);
    return {
      key: `user ${user}`,
      label: shownText(user),
      hint: 'User',
      icon: 'agent',
      run: () => go(tracesPath(project) + defaultStringifySearch(search)),
    };
  });
  const sessions = (named?.sessions ?? [])
    .filter((session) => !listed.has(session))
    .map((session): Choice => ({
      key: `session ${session}`,
      label: shownText(session),
      hint: 'Session',
      icon: 'sessions',
      run: () => go(sessionPath(project, session)),
    }));
  return [...users, ...sessions];
}

/** The typed text as a search in the project's traces; null without text. */
export function searchChoice(
  typed: string,
  { project, range, go }: { project: string; range: RangePart; go: Go },
): Choice | null {
  const text = typed.trim();
  if (text === '') return null;
  return {
    key: 'search in traces',
    label: `Search “${text}” in traces`,
    hint: 'Search',
    icon: 'search',
    run: () => go(tracesPath(project) + defaultStringifySearch({ ...range, q: quoted(text) })),
  };
}

/** All spans whose content holds the typed text. */
export function allResultsChoice(text: string, go: Go): Choice {
  return {
    key: 'search all projects',
    label: `Show all results for “${text}”`,
    hint: 'Search in all projects',
    icon: 'search',
    run: () => go(searchPath({ q: text })),
  };
}

interface CommandContext {
  readonly project: string | undefined;
  /** The time that the project is looked at, as the end of an address. */
  readonly range: string;
  readonly go: Go;
  /** Whether who looks may do what asks for this. */
  readonly may: (scope: Scope) => boolean;
  readonly onHelp: () => void;
  readonly onFold: () => void;
}

/** Pages and actions. */
export function commandChoices({
  project,
  range,
  go,
  may,
  onHelp,
  onFold,
}: CommandContext): readonly Choice[] {
  const page = (label: string, icon: IconName, path: string): Choice => ({
    key: path,
    label,
    hint: 'Page',
    icon,
    run: () => go(path),
  });
  const action = (label: string, icon: IconName, run: () => void): Choice => ({
    key: label,
    label,
    hint: 'Action',
    icon,
    run,
  });
  return [
    ...(project === undefined
      ? []
      : [
          page('Traces', 'traces', tracesPath(project) + range),
          page('Sessions', 'sessions', sessionsPath(project) + range),
          page('Metrics', 'metrics', metricsPath(project) + range),
          page('Scores', 'bars', scoresPath(project) + range),
        ]),
    page('Projects', 'projects', projectsPath),
    page('Datasets', 'datasets', datasetsPath),
    page('Experiments', 'experiments', experimentsPath),
    page('Settings', 'settings', settingsPath),
    ...settingsPagesFor(may('admin')).map(({ path, label }) =>
      page(`Settings: ${label}`, 'settings', path),
    ),
    action('Copy a link to this screen', 'copy', copyLink),
    action('Keyboard help', 'keyboard', onHelp),
    action('Toggle the sidebar', 'sidebar', onFold),
    ...(may('projects:write')
      ? [action('New project', 'plus', () => go(`${projectsPath}?new=true`))]
      : []),
    ...(may('datasets:write')
      ? [
          action('New dataset', 'plus', () => go(`${datasetsPath}?new=true`)),
          action('Upload a dataset', 'upload', () => go(`${datasetsPath}?upload=true`)),
        ]
      : []),
    action('How to send spans', 'book', () => go(`${projectsPath}?start=true`)),
    action('API reference', 'book', () => location.assign(`${ROOT_PATH}/docs`)),
    ...THEME_CHOICES.map((theme) =>
      action(`Theme: ${THEME_NAMES[theme]}`, 'sun', () => setTheme(theme)),
    ),
    ...PREFERENCE_CHOICES.flatMap(({ label, options }) =>
      options.map((one) =>
        action(`${label}: ${one.label}`, 'command', () => setPreferences(one.change)),
      ),
    ),
  ];
}
