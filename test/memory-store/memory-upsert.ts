import type {
  AnnotationAuthor,
  AnnotationContent,
  AnnotationRevision,
  NewAnnotation,
} from '#core/ports/annotation-rows.ts';
import type { AnnotationRule } from '#core/ports/annotation-store.ts';
import type { Subject } from './memory-annotation-targets.ts';
import type { MemoryAnnotation, MemoryData } from './memory-data.ts';

/**
 * Creates the annotation of a key, or gives it this content; the same again changes nothing. Its
 * number.
 */
export function upsert(
  data: MemoryData,
  subject: Subject,
  item: NewAnnotation,
  { source, userNumber }: AnnotationAuthor,
  now: bigint,
): number {
  const author = { source, userNumber };
  const known = annotationOfKey(data, { ...item, targetNumber: subject.number });
  if (known !== undefined) {
    const isSame =
      JSON.stringify([contentOf(known.row), known.row.source, known.row.userNumber]) ===
      JSON.stringify([contentOf(item), source, userNumber]);
    if (!isSame) change(known, 'UPDATE', contentOf(item), author, now);
    return known.row.id;
  }
  const { target, targetId, position, name, identifier } = item;
  const id = data.take('annotation');
  const key = { target, targetId, position, name, identifier, targetNumber: subject.number };
  data.annotations.set(id, {
    row: {
      id,
      ...key,
      ...contentOf(item),
      ...author,
      createdAtUnixNano: now,
      updatedAtUnixNano: now,
    },
    isDeleted: false,
    revisions: [
      {
        revision: 1,
        changedAtUnixNano: now,
        change: 'CREATE',
        content: contentOf(item),
        ...author,
      },
    ],
  });
  return id;
}

/** The live annotation of a target, name and identifier. */
export function annotationOfKey(
  { annotations }: MemoryData,
  key: Pick<
    MemoryAnnotation['row'],
    'target' | 'targetNumber' | 'position' | 'name' | 'identifier'
  >,
): MemoryAnnotation | undefined {
  return [...annotations.values()].find(
    ({ row, isDeleted }) =>
      !isDeleted &&
      row.target === key.target &&
      row.targetNumber === key.targetNumber &&
      row.position === key.position &&
      row.name === key.name &&
      row.identifier === key.identifier,
  );
}

/** Notes a revision; without content the annotation is deleted. */
export function change(
  annotation: MemoryAnnotation,
  how: AnnotationRevision['change'],
  content: AnnotationContent | null,
  author: AnnotationAuthor,
  now: bigint,
): void {
  annotation.revisions.push({
    revision: annotation.revisions.length + 1,
    changedAtUnixNano: now,
    change: how,
    content,
    ...author,
  });
  annotation.isDeleted = content === null;
  if (content !== null)
    annotation.row = { ...annotation.row, ...content, ...author, updatedAtUnixNano: now };
}

export function contentOf({
  annotatorKind,
  label,
  score,
  explanation,
  metadata,
}: AnnotationContent): AnnotationContent {
  return { annotatorKind, label, score, explanation, metadata };
}

/** Why an item may not be stored under its target; null when it may. */
export function refusalOf(
  item: NewAnnotation,
  subject: Subject,
  rules: readonly AnnotationRule[],
): string | null {
  const { documentCount, projectId } = subject;
  const position = item.position ?? 0;
  if (item.target === 'document' && !(position >= 0 && position < documentCount))
    return `Document position ${position} is out of bounds for span ${item.targetId}: ${documentCount === 0 ? 'the span has no documents' : `it must be from 0 to ${documentCount - 1}, the span's documents`}.`;
  const rule = rules.find((one) => one.projectId === projectId && one.name === item.name);
  return rule === undefined ? null : ruleRefusal(item, rule);
}

function ruleRefusal(
  { name, label, score }: NewAnnotation,
  { labels, scoreMin, scoreMax }: AnnotationRule,
): string | null {
  if (labels !== null && label !== null && !labels.includes(label))
    return `label '${label}' is not allowed: the project's annotation config '${name}' takes ${labels.map((one) => `'${one}'`).join(', ')}.`;
  if (score === null || (score >= (scoreMin ?? score) && score <= (scoreMax ?? score))) return null;
  const bounds = [
    scoreMin === null ? [] : `from ${scoreMin}`,
    scoreMax === null ? [] : `up to ${scoreMax}`,
  ]
    .flat()
    .join(' ');
  return `score ${score} is out of bounds: the project's annotation config '${name}' takes scores ${bounds}.`;
}
