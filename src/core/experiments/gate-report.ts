/** A report's line for one rule. */
export interface ReportedRule {
  readonly rule: string;
  readonly passed: boolean;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly difference: {
    readonly value: number | null;
    readonly low: number | null;
    readonly high: number | null;
  } | null;
  readonly detail: string;
}

/** The input of a report. */
export interface ReportedGate {
  readonly passed: boolean;
  readonly experimentName: string;
  /** Null when no rule names the baseline. */
  readonly baselineName: string | null;
  readonly rules: readonly ReportedRule[];
}

/**
 * The result of a gate as Markdown, for a job summary or a comment. Names and rules are shown as
 * they are, whatever they hold.
 */
export function gateMarkdown({
  passed,
  experimentName,
  baselineName,
  rules,
}: ReportedGate): string {
  const against = baselineName === null ? '' : ` against ${markdownText(baselineName)}`;
  const failed = rules.filter((rule) => !rule.passed).length;
  const outcome = passed
    ? 'passed'
    : `failed: ${failed} of ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`;
  const lines = rules.map(({ rule, passed: isPassed, value, threshold, difference, detail }) => {
    const cells = [
      isPassed ? 'passed' : '**failed**',
      markdownText(rule),
      shown(value),
      shown(threshold),
      shownInterval(difference),
    ];
    return `| ${cells.join(' | ')} | ${markdownText(detail)} |`;
  });
  return [
    `## Experiment gate ${outcome}`,
    '',
    `${markdownText(experimentName)}${against}`,
    '',
    '| Result | Fails if | Value | Threshold | Difference to the baseline | Detail |',
    '| --- | --- | ---: | ---: | ---: | --- |',
    ...lines,
    '',
  ].join('\n');
}

/** The result of a gate as JUnit XML: one test case for each rule. */
export function gateJunit({ experimentName, rules }: ReportedGate): string {
  const failures = rules.filter(({ passed }) => !passed).length;
  const suite = `name="${xmlText(`Experiment gate: ${experimentName}`)}" tests="${rules.length}" failures="${failures}"`;
  const cases = rules.map(({ rule, passed, detail }) => {
    const head = `    <testcase classname="experiment-gate" name="${xmlText(rule)}"`;
    return passed
      ? `${head}/>`
      : `${head}>\n      <failure message="${xmlText(detail)}"/>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${rules.length}" failures="${failures}">`,
    `  <testsuite ${suite} errors="0" skipped="0">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Six significant digits, without zeros at the end. */
export function shownNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function shown(value: number | null): string {
  return value === null ? 'unknown' : shownNumber(value);
}

function shownInterval(difference: ReportedRule['difference']): string {
  if (difference === null || difference.value === null) return '';
  const { value, low, high } = difference;
  const sign = value > 0 ? '+' : '';
  return `${sign}${shownNumber(value)}${low === null || high === null ? '' : ` [${shownNumber(low)}, ${shownNumber(high)}]`}`;
}

/** Characters that Markdown, or HTML within it, gives a meaning to. */
const MARKED = /[\\`*_{}[\]()#+\-.!|~<>&@:/$^=]/g;

/**
 * Text in one line that Markdown shows as it is: no tags, links, mentions or table cells come of
 * it.
 */
function markdownText(text: string): string {
  return withoutControls(text).replaceAll(MARKED, (mark) => `&#${mark.charCodeAt(0)};`);
}

function xmlText(text: string): string {
  return withoutControls(text).replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/**
 * XML 1.0 has no way to write control characters, halves of surrogate pairs and the two last code
 * points of the first plane.
 */
// oxlint-disable-next-line no-control-regex -- these are what must not come through
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]+/g;

function withoutControls(text: string): string {
  return text.toWellFormed().replaceAll(CONTROLS, ' ').trim();
}
