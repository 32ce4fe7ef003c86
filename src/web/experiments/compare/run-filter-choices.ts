import type { Choice } from '#web/filter/language/completion.ts';

const CHOICES_MAX = 12;
const OPERATORS = ['==', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or', 'not'];

/** The name in a filter of an evaluation, with quotes and backslashes as its language has them. */
function quoted(name: string): string {
  return `'${name.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}

/** The caret goes into empty quotes, else behind what was inserted. */
function choice(label: string, detail: string): Choice {
  const isOpen = label.endsWith("['']");
  return { label, detail, insert: isOpen ? label : `${label} `, back: isOpen ? 2 : 0 };
}

/** Fields of runs, the ones asked for most often first. */
function fieldsOf(evaluations: readonly string[], experiments: number): readonly Choice[] {
  const ofEvaluations = (part: string, detail: string) =>
    evaluations.map((name) => choice(`evals[${quoted(name)}].${part}`, detail));
  const scores = ofEvaluations('score', 'number');
  const labels = ofEvaluations('label', 'text');
  const reasons = ofEvaluations('explanation', 'text');
  const plain = [
    choice('latency_ms', 'number'),
    choice('error', 'text'),
    choice('output', 'any'),
    choice("input['']", 'any'),
    choice("reference_output['']", 'any'),
    choice("metadata['']", 'any'),
  ];
  const others = Array.from({ length: Math.max(0, experiments - 1) }, (_, at) => at + 1).flatMap(
    (at) =>
      [...scores, ...plain.slice(0, 3)].map(({ label, detail }) =>
        choice(`experiments[${at}].${label}`, detail),
      ),
  );
  return [...scores, ...plain, ...labels, ...reasons, ...others];
}

/** Where the word at the caret begins. */
export function wordStart(text: string, caret: number): number {
  return caret - (/[\w.[\]'"]*$/.exec(text.slice(0, caret))?.[0].length ?? 0);
}

/** The completions at the caret: fields that contain the typed text, operators after a field. */
export function runFilterChoices(
  text: string,
  caret: number,
  evaluations: readonly string[],
  experiments: number,
): readonly Choice[] {
  const start = wordStart(text, caret);
  const word = text.slice(start, caret).toLowerCase();
  const before = text.slice(0, start).trimEnd();
  const fields = fieldsOf(evaluations, experiments);
  const followsField = fields.some(({ label }) => before.endsWith(label)) || before.endsWith(']');
  if (followsField && word === '')
    return OPERATORS.slice(0, 7).map((label) => choice(label, 'operator'));
  if (/(?:[\d'"]|None|True|False)$/.test(before) && word === '' && before !== '')
    return ['and', 'or'].map((label) => choice(label, 'operator'));
  const found = fields.filter(
    ({ label }) => label.toLowerCase().includes(word) && label.toLowerCase() !== word,
  );
  const first = found.toSorted(
    (a, b) =>
      Number(b.label.toLowerCase().startsWith(word)) -
      Number(a.label.toLowerCase().startsWith(word)),
  );
  return first.slice(0, CHOICES_MAX);
}

/** A text with a choice in place of the word at the caret, and where the caret goes. */
export function withChoice(
  text: string,
  caret: number,
  { insert, back }: Choice,
): { readonly text: string; readonly caret: number } {
  const start = wordStart(text, caret);
  return {
    text: text.slice(0, start) + insert + text.slice(caret).trimStart(),
    caret: start + insert.length - back,
  };
}
