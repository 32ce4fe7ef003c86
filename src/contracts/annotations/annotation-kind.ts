/**
 * The kinds of target an annotation can have. A document is one that a span retrieved or ranked,
 * identified by its position.
 */
export const ANNOTATION_TARGETS = ['span', 'trace', 'session', 'document'] as const;
export type AnnotationTarget = (typeof ANNOTATION_TARGETS)[number];

/** Who annotates: an LLM, code, or a human. */
export const ANNOTATOR_KINDS = ['LLM', 'CODE', 'HUMAN'] as const;
export type AnnotatorKind = (typeof ANNOTATOR_KINDS)[number];

/** Where an annotation came from: a program, or the page. */
export const ANNOTATION_SOURCES = ['API', 'APP'] as const;
export type AnnotationSource = (typeof ANNOTATION_SOURCES)[number];

/**
 * Notes are annotations of this name, written by people; a span, trace or session may have many.
 */
export const NOTE_NAME = 'note';

/** Which direction of a score, or of the scores of labels, is better. */
export const OPTIMIZATION_DIRECTIONS = ['MINIMIZE', 'MAXIMIZE', 'NONE'] as const;
export type OptimizationDirection = (typeof OPTIMIZATION_DIRECTIONS)[number];
