import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '#server/api/docs/openapi-document.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = Readonly<Record<string, unknown>>;
const DOCUMENT = 'https://contract.test/openapi';

/** Checks replies against an OpenAPI document. */
export class ContractCheck {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #paths: readonly {
    readonly pattern: RegExp;
    readonly path: string;
    readonly item: Json;
  }[];
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: object) {
    const closed = object(closeObjects(JSON.parse(JSON.stringify(document))));
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ ...closed, $id: DOCUMENT });
    this.#paths = Object.entries(object(closed['paths']))
      .map(([path, item]) => ({
        path,
        item: object(item),
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      }))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  }

  /**
   * Throws when the reply is not what the document declares for its operation. Paths that are not
   * in the document pass.
   */
  check(
    method: string,
    url: string,
    reply: { readonly status: number; readonly contentType: string; readonly text: string },
  ): void {
    const path = url.split('?')[0] ?? '';
    const verb = method.toLowerCase();
    const found = this.#paths.find(
      ({ pattern, item }) => pattern.test(path) && item[verb] !== undefined,
    );
    if (found === undefined) return;
    const where = `${method} ${found.path} ${reply.status}`;
    const response = object(object(object(found.item[verb])['responses'])[reply.status]);
    if (Object.keys(response).length === 0)
      throw new Error(`${where} is not declared: ${reply.text.slice(0, 200)}`);
    const content = object(response['content']);
    const types = Object.keys(content);
    if (types.length === 0) {
      if (reply.text !== '') throw new Error(`${where} declares no body, but has one.`);
      return;
    }
    const type = reply.contentType.split(';')[0] ?? '';
    if (!types.includes(type))
      throw new Error(`${where} declares ${types.join(', ')}, not '${type}'.`);
    if (type === 'application/json')
      this.#checkBody(
        where,
        [found.path, verb, 'responses', String(reply.status), 'content', type, 'schema'],
        JSON.parse(reply.text),
      );
  }

  #checkBody(where: string, pointer: readonly string[], body: unknown): void {
    const escaped = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const reference = `${DOCUMENT}#/paths/${escaped.join('/')}`;
    let validate = this.#validators.get(reference);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: reference });
      this.#validators.set(reference, validate);
    }
    if (!validate(body))
      throw new Error(
        `${where} breaks its schema: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`,
      );
  }
}

/** A reply may hold nothing that is not declared: objects with named properties are closed. */
function closeObjects(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeObjects);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node))
    copy[key] = key === 'examples' || key === 'example' ? value : closeObjects(value);
  if (
    copy['type'] === 'object' &&
    copy['properties'] !== undefined &&
    copy['additionalProperties'] === undefined
  )
    copy['additionalProperties'] = false;
  return copy;
}

function object(value: unknown): Json {
  // as: the document is JSON; a missing part reads as empty
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/**
 * Every app has the same routes, unless a test adds its own: describing and compiling them again
 * takes longer than most tests.
 */
let contractOfAll: ContractCheck | null = null;
export function contractOf(app: FastifyInstance, hasOwnRoutes: boolean): ContractCheck {
  if (hasOwnRoutes) return new ContractCheck(openApiDocument(app));
  return (contractOfAll ??= new ContractCheck(openApiDocument(app)));
}
