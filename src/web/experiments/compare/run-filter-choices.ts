/** What may be written at the caret of a filter over runs. */
export interface RunFilterChoice {
  readonly label: string;
  readonly detail: string;
}

const CHOICES_MAX = 12;
const OPERATORS = ['==', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or', 'not'];

/** The name in a filter of an evaluation, with quotes and backslashes as its language has them. */
function quoted(name: string): string {
  return `'${name.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}

/** Fields of runs, the ones asked for most often first. */
function fieldsOf(evaluations: readonly string[], experiments: number): readonly RunFilterChoice[] {
  const scores = evaluations.map((name) => ({ label: `evals[${quoted(name)}].score`, detail: 'number' }));
  const labels = evaluations.map((name) => ({ label: `evals[${quoted(name)}].label`, detail: 'text' }));
  const reasons = evaluations.map((name) => ({ label: `evals[${quoted(name)}].explanation`, detail: 'text' }));
  const plain = [
    { label: 'latency_ms', detail: 'number' },
    { label: 'error', detail: 'text' },
    { label: 'output', detail: 'any' },
    { label: "input['']", detail: 'any' },
    { label: "reference_output['']", detail: 'any' },
    { label: "metadata['']", detail: 'any' },
  ];
  const others = Array.from({ length: Math.max(0, experiments - 1) }, (_, at) => at + 1).flatMap((at) =>
    [...scores, ...plain.slice(0, 3)].map(({ label, detail }) => ({ label: `experiments[${at}].${label}`, detail })),
  );
  return [...scores, ...plain, ...labels, ...reasons, ...others];
}

/** Where the word at the caret begins. */
export function wordStart(text: string, caret: number): number {
  return caret - (/[\w.[\]'"]*$/.exec(text.slice(0, caret))?.[0].length ?? 0);
}

/** What may stand at the caret: fields that contain what was typed of them, operators after a field. */
export function runFilterChoices(
  text: string,
  caret: number,
  evaluations: readonly string[],
  experiments: number,
): readonly RunFilterChoice[] {
  const start = wordStart(text, caret);
  const word = text.slice(start, caret).toLowerCase();
  const before = text.slice(0, start).trimEnd();
  const fields = fieldsOf(evaluations, experiments);
  const followsField = fields.some(({ label }) => before.endsWith(label)) || before.endsWith(']');
  if (followsField && word === '') return OPERATORS.slice(0, 7).map((label) => ({ label, detail: 'operator' }));
  if (/(?:[\d'"]|None|True|False)$/.test(before) && word === '' && before !== '')
    return ['and', 'or'].map((label) => ({ label, detail: 'operator' }));
  const found = fields.filter(({ label }) => label.toLowerCase().includes(word) && label.toLowerCase() !== word);
  const first = found.toSorted((a, b) => Number(b.label.toLowerCase().startsWith(word)) - Number(a.label.toLowerCase().startsWith(word)));
  return first.slice(0, CHOICES_MAX);
}

/** A text with a choice in place of the word at the caret, and where the caret goes: into empty quotes, else behind. */
export function withChoice(text: string, caret: number, { label }: RunFilterChoice): { readonly text: string; readonly caret: number } {
  const start = wordStart(text, caret);
  const isOpen = label.endsWith("['']");
  const insert = isOpen ? label : `${label} `;
  const rest = text.slice(caret);
  return { text: text.slice(0, start) + insert + rest.trimStart(), caret: start + (isOpen ? label.length - 2 : insert.length) };
}
