import { ContextReader } from './context-reader.ts';
import { toHex } from './hex.ts';
import { OtlpDecodeError } from './otlp-decode-error.ts';
import type { ResourceContext, ScopeContext } from './span-record.ts';
import { WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

const KEPT_MAX = 1_000;
/** Of a ResourceSpans message. */
const RESOURCE_FIELD = 1;

/**
 * Resources and scopes of stored spans, as objects: equal ones are one, since stores know them by
 * identity.
 */
export class StoredContexts {
  readonly #resources = new Map<string, ResourceContext>();
  readonly #scopes = new Map<string, ScopeContext>();

  resource(bytes: Uint8Array, schemaUrl: string): ResourceContext {
    return kept(this.#resources, bytes, schemaUrl, () => ({
      bytes,
      schemaUrl,
      serviceName: serviceName(bytes),
      projectName: null,
    }));
  }

  scope(bytes: Uint8Array, schemaUrl: string): ScopeContext {
    return kept(this.#scopes, bytes, schemaUrl, () => ({
      bytes,
      schemaUrl,
      name: '',
      version: '',
    }));
  }
}

function kept<Context>(
  known: Map<string, Context>,
  bytes: Uint8Array,
  schemaUrl: string,
  make: () => Context,
): Context {
  const key = `${schemaUrl} ${toHex(bytes)}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= KEPT_MAX) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}

/** As it is read from a request. Resources are stored as they were sent, and need not be readable. */
function serviceName(resource: Uint8Array): string | null {
  const writer = new WireWriter();
  writer.bytes(RESOURCE_FIELD, resource);
  const group = writer.finish();
  try {
    return new ContextReader(new WireReader(group)).resource(0, group.length).serviceName;
  } catch (error) {
    if (error instanceof OtlpDecodeError) return null;
    throw error;
  }
}
