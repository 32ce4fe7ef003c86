import { listOf } from '#web/trace/conversation.ts';
import {
  asNumber,
  asString,
  asText,
  at,
  prop,
  unwrapJson,
  type Json,
} from '#web/platform/text/json.ts';

export interface RankedDocument {
  /** From 1. */
  readonly rank: number;
  readonly id: string | null;
  readonly text: string;
  readonly score: number | null;
  readonly metadata: Json | null;
  /** Rank before a reranker; null when it is new or nothing was reranked. */
  readonly rankBefore: number | null;
}

export interface Embedding {
  readonly text: string;
  readonly vector: readonly Json[];
}

function documentsAt(list: Json | undefined): readonly RankedDocument[] {
  return listOf(list).map((item, index) => {
    const document = prop(item, 'document') ?? item;
    return {
      rank: index + 1,
      id: asText(prop(document, 'id')),
      text: asText(prop(document, 'content')) ?? '',
      score: asNumber(prop(document, 'score')),
      metadata: unwrapJson(prop(document, 'metadata')) ?? null,
      rankBefore: null,
    };
  });
}

/** A retriever's documents, in its order. */
export function retrievedDocuments(attributes: Json): readonly RankedDocument[] {
  return documentsAt(at(attributes, 'retrieval', 'documents'));
}

/** A reranker's input documents, in the original order. */
export function rerankerInput(attributes: Json): readonly RankedDocument[] {
  return documentsAt(at(attributes, 'reranker', 'input_documents'));
}

/**
 * A reranker's result: the new order, each document with its old rank (matched by id, else by
 * text).
 */
export function rerankedDocuments(attributes: Json): readonly RankedDocument[] {
  const before = rerankerInput(attributes);
  const after = documentsAt(at(attributes, 'reranker', 'output_documents'));
  const keyOf = (document: RankedDocument): string =>
    document.id === null ? `text:${document.text}` : `id:${document.id}`;
  const ranks = new Map(before.map((document) => [keyOf(document), document.rank]));
  return after.map((document) => ({ ...document, rankBefore: ranks.get(keyOf(document)) ?? null }));
}

/** The texts an embedder took, with their vectors when they were sent. */
export function embeddingsOf(attributes: Json): readonly Embedding[] {
  return listOf(at(attributes, 'embedding', 'embeddings')).map((item) => {
    const embedding = prop(item, 'embedding') ?? item;
    return {
      text: asString(prop(embedding, 'text')) ?? '',
      vector: listOf(prop(embedding, 'vector')),
    };
  });
}
