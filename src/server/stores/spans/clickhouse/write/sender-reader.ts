import { OtlpDecodeError } from '#core/otlp/otlp-decode-error.ts';
import { decodeResource } from '#core/otlp/span-codec.ts';
import type { ResourceContext, ScopeContext } from '#core/otlp/span-record.ts';
import type { Sender } from '../schema/stored-span.ts';

/** Reads what resources say of their service; the spans of one request share its resource. */
export class SenderReader {
  readonly #known = new WeakMap<ResourceContext, WeakMap<ScopeContext, Sender>>();

  of(resource: ResourceContext, scope: ScopeContext): Sender {
    const scopes = this.#known.get(resource) ?? new WeakMap<ScopeContext, Sender>();
    this.#known.set(resource, scopes);
    const known = scopes.get(scope);
    if (known !== undefined) return known;
    const sender = senderOf(resource, scope);
    scopes.set(scope, sender);
    return sender;
  }
}

/** Resources are stored as they were sent, and need not be readable. */
function attributesOf(resource: Uint8Array): ReturnType<typeof decodeResource>['attributes'] {
  try {
    return decodeResource(resource).attributes;
  } catch (error) {
    if (error instanceof OtlpDecodeError) return [];
    throw error;
  }
}

function senderOf(resource: ResourceContext, scope: ScopeContext): Sender {
  const attributes = attributesOf(resource.bytes);
  const text = (name: string): string | null => {
    const value = attributes.find(({ key }) => key === name)?.value;
    return value?.type === 'string' ? value.value.trim() || null : null;
  };
  return {
    service: text('service.name'),
    version: text('service.version'),
    environment: text('deployment.environment.name') ?? text('deployment.environment'),
    resourceBytes: resource.bytes,
    resourceSchemaUrl: resource.schemaUrl,
    scopeBytes: scope.bytes,
    scopeSchemaUrl: scope.schemaUrl,
  };
}
