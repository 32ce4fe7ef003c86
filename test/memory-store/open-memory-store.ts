import type { JsonValue } from '#core/filter/predicate.ts';
import { storedSpanReading, type ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import { NO_PRICES } from '#core/cost/token-price.ts';
import type { StoreUnderTest } from '../conformance/store-under-test.ts';
import { MemoryAnnotationReader } from './memory-annotations.ts';
import { MemoryAnnotationWriter } from './memory-annotation-writer.ts';
import { MemoryEraser, MemoryProjectWriter, MemoryUpkeep } from './memory-changes.ts';
import { MemoryData } from './memory-data.ts';
import { MemoryProjectReader } from './memory-projects.ts';
import { MemoryReader } from './memory-reader.ts';
import { MemoryRereader } from './memory-rereader.ts';
import { MemoryWriter } from './memory-writer.ts';

/**
 * A span store of plain maps: the second implementation of the ports, simple enough to check by
 * reading. It keeps no indexes and no totals, and nothing on disk.
 */
export function openMemoryStore(options: {
  readonly attributesOf: (spanBytes: Uint8Array) => JsonValue;
  readonly readSpans?: ReadStoredSpans;
}): StoreUnderTest {
  const data = new MemoryData(options.readSpans ?? storedSpanReading(NO_PRICES));
  const reader = new MemoryReader(data, options.attributesOf);
  const projects = new MemoryProjectReader(data);
  return {
    writer: new MemoryWriter(data),
    reader,
    traces: reader,
    scores: reader,
    owners: reader,
    projectReader: projects,
    figures: projects,
    storage: projects,
    projectWriter: new MemoryProjectWriter(data),
    eraser: new MemoryEraser(data),
    upkeep: new MemoryUpkeep(data),
    annotations: new MemoryAnnotationReader(data),
    annotationWriter: new MemoryAnnotationWriter(data),
    rereader: new MemoryRereader(data),
    close: () => undefined,
  };
}
