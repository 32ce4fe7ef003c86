import type { NewAnnotation } from '#core/ports/annotation-rows.ts';
import type { AnnotationRule } from '#core/ports/annotation-store.ts';

const LABELS_SHOWN = 20;
const TEXT_SHOWN = 200;

/** What of an annotation's target decides whether it may be stored. */
interface RefusingSubject {
  readonly projectId: number;
  /** Of a span; 0 for others. */
  readonly documentCount: number;
}

/**
 * Why an item may not be stored under its target, naming field, value and way out; null when it
 * may.
 */
export function annotationRefusal(
  item: NewAnnotation,
  subject: RefusingSubject,
  rules: readonly AnnotationRule[],
): string | null {
  if (item.target === 'document') {
    const refused = positionRefusal(item, subject.documentCount);
    if (refused !== null) return refused;
  }
  const rule = rules.find((one) => one.projectId === subject.projectId && one.name === item.name);
  return rule === undefined ? null : (labelRefusal(item, rule) ?? scoreRefusal(item, rule));
}

function positionRefusal(item: NewAnnotation, documents: number): string | null {
  const position = item.position ?? 0;
  if (position >= 0 && position < documents) return null;
  const allowed =
    documents === 0
      ? 'the span has no documents'
      : `it must be from 0 to ${documents - 1}, the span's documents`;
  return `Document position ${position} is out of bounds for span ${item.targetId}: ${allowed}.`;
}

/**
 * An annotation may be an explanation alone, such as that of an LLM that could not decide: only the
 * given fields are checked against the rule.
 */
function labelRefusal({ name, label }: NewAnnotation, { labels }: AnnotationRule): string | null {
  if (labels === null || label === null || labels.includes(label)) return null;
  const shown = labels.slice(0, LABELS_SHOWN).map((one) => `'${cut(one)}'`);
  const more = labels.length > LABELS_SHOWN ? ` or ${labels.length - LABELS_SHOWN} more` : '';
  return `label '${cut(label)}' is not allowed: the project's annotation config '${name}' takes ${shown.join(', ')}${more}.`;
}

function scoreRefusal(
  { name, score }: NewAnnotation,
  { scoreMin, scoreMax }: AnnotationRule,
): string | null {
  if (score === null || (score >= (scoreMin ?? score) && score <= (scoreMax ?? score))) return null;
  const bounds = [
    scoreMin === null ? [] : `from ${scoreMin}`,
    scoreMax === null ? [] : `up to ${scoreMax}`,
  ]
    .flat()
    .join(' ');
  return `score ${score} is out of bounds: the project's annotation config '${name}' takes scores ${bounds}.`;
}

function cut(text: string): string {
  return text.length <= TEXT_SHOWN ? text : `${text.slice(0, TEXT_SHOWN)}…`;
}
