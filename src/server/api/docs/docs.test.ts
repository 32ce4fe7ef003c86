import { glob, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { openApiText } from '../../../../tools/openapi-text.ts';
import { ingestPaths } from './ingest-paths.ts';

type Json = Readonly<Record<string, unknown>>;
const CONTRACTS = new URL('../../../contracts/', import.meta.url).pathname;
let api: ApiApp;
let committed: string;
let document: Json;
beforeAll(async () => {
  api = await openApiApp();
  committed = await readFile(new URL('../../../../openapi.json', import.meta.url), 'utf8');
  document = JSON.parse(committed) as Json; // as: the validator below says so
});
afterAll(() => api.close());

const object = (value: unknown): Json =>
  // as: a missing part reads as empty
  typeof value === 'object' && value !== null ? (value as Json) : {};
const operations = (): { readonly where: string; readonly operation: Json }[] =>
  Object.entries(object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, operation]) => ({
      where: `${method} ${path}`,
      operation: object(operation),
    })),
  );

describe('openapi.json', () => {
  it('is what the routes say (else: npm run openapi)', async () => {
    expect(committed).toBe(await openApiText());
  });

  it('has every declaration, each under its id', async () => {
    const declared: string[] = [];
    for await (const file of glob(`${CONTRACTS}**/*routes.ts`)) {
      const exported = (await import(pathToFileURL(file).href)) as Readonly<
        Record<string, { readonly id: string }>
      >; // as: compared below
      for (const [name, { id }] of Object.entries(exported)) {
        expect(id).toBe(name);
        declared.push(id);
      }
    }
    const documented = operations().flatMap(({ where, operation }) =>
      Object.keys(ingestPaths).some((path) => where.endsWith(` ${path}`))
        ? []
        : [String(operation['operationId'])],
    );
    expect(declared.length).toBeGreaterThan(200);
    expect(declared.toSorted()).toEqual(documented.toSorted());
  });

  it('is valid OpenAPI 3.1.0', async () => {
    const validator = new Validator();
    expect(await validator.validate(committed)).toMatchObject({ valid: true });
    expect(document['openapi']).toBe('3.1.0');
  });

  it('says of every route who may call, and shows how each refusal is spelled', () => {
    const silent: string[] = [];
    for (const { where, operation } of operations()) {
      const { security, responses } = operation;
      if (!Array.isArray(security)) silent.push(`${where}: security`);
      else if (security.length > 0 && object(responses)['401'] === undefined)
        silent.push(`${where}: 401`);
      for (const [status, reply] of Object.entries(object(responses))) {
        const json = object(object(object(reply)['content'])['application/json']);
        if (Number(status) >= 400 && Object.keys(json).length > 0 && json['example'] === undefined)
          silent.push(`${where}: example of ${status}`);
      }
    }
    expect(silent).toEqual([]);
  });

  it('calls a part of a path an identifier where a name will do as well as a Global ID, and nowhere else', () => {
    const named = operations().flatMap(({ where, operation }) =>
      // as: the validator says so
      ((operation['parameters'] ?? []) as Json[])
        .filter(
          (parameter) =>
            parameter['in'] === 'path' && String(parameter['description']).startsWith('Global ID'),
        )
        .map((parameter) => ({
          where,
          name: String(parameter['name']),
          description: String(parameter['description']),
        })),
    );
    expect(named.length).toBeGreaterThan(100);
    const takesName = (description: string): boolean =>
      /^Global ID(?: of [^,]*,)? or\b/.test(description);
    const pathOf = (where: string): string => where.split(' ')[1] ?? '';
    const byName = new Set(
      named
        .filter(({ description }) => takesName(description))
        .map(({ where, name }) => `${pathOf(where)} ${name}`),
    );
    expect(
      named.filter(
        ({ where, name }) =>
          name.endsWith('_identifier') !== byName.has(`${pathOf(where)} ${name}`),
      ),
    ).toEqual([]);
    // Where some operations on a thing take its name and others don't, these say so.
    const silent = named.filter(
      ({ where, name, description }) =>
        (name.endsWith('_identifier') ||
          (name === 'id' && pathOf(where).startsWith('/v1/datasets/'))) &&
        !takesName(description) &&
        !description.includes("doesn't accept the name"),
    );
    expect(silent).toEqual([]);
  });

  it('describes every route, parameter, reply and field', () => {
    const bare: string[] = [];
    for (const { where, operation } of operations()) {
      for (const field of ['operationId', 'summary', 'description'])
        if (typeof operation[field] !== 'string' || operation[field] === '')
          bare.push(`${where}: ${field}`);
      for (const parameter of (operation['parameters'] ?? []) as Json[])
        if (!parameter['description'] && !object(parameter['schema'])['description'])
          bare.push(`${where}: ${String(parameter['name'])}`); // as: the validator says so
      for (const [status, reply] of Object.entries(object(operation['responses'])))
        if (!object(reply)['description']) bare.push(`${where}: ${status}`);
      const body = object(object(object(operation['requestBody'])['content'])['application/json']);
      if (
        Object.keys(body).length > 0 &&
        body['example'] === undefined &&
        body['examples'] === undefined
      )
        bare.push(`${where}: example of the body`);
    }
    const walk = (schema: unknown, where: string): void => {
      for (const [name, value] of Object.entries(object(object(schema)['properties']))) {
        const field = object(value);
        const own = `${where}.${name}`;
        if (field['description'] === undefined && field['$ref'] === undefined && name !== 'data')
          bare.push(own);
        walk(field, own);
        walk(field['items'], own);
      }
    };
    for (const [name, schema] of Object.entries(object(object(document['components'])['schemas'])))
      walk(schema, name);
    expect(bare).toEqual([]);
  });

  it('defines the ways to sign in that its routes name: a key in either header, and the cookie of the page', () => {
    expect(object(document['components'])['securitySchemes']).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'api_key' },
      session: { type: 'apiKey', in: 'cookie' },
    });
  });

  it('gives every operation a name of its own', () => {
    const ids = operations().map(({ operation }) => operation['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('/docs', () => {
  it('is the document to programs', async () => {
    for (const accept of ['*/*', 'application/json', '']) {
      const reply = await api.get('/docs', { accept });
      expect(reply.headers['content-type']).toContain('application/json');
      expect(object(reply.body)['openapi']).toBe('3.1.0');
    }
    expect((await api.get('/openapi.json')).body).toEqual((await api.get('/docs')).body);
  });

  it('is a page to browsers, with every operation, the way back, no script and no other host', async () => {
    const reply = await api.get('/docs', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(reply.headers['content-type']).toContain('text/html');
    for (const { operation } of operations())
      expect(reply.text).toContain(`id="${String(operation['operationId'])}"`);
    expect(reply.text).not.toMatch(
      /<script|<img|<link(?! rel="icon" )|\son\w+=|javascript:|(?:src|href)="(?:https?:)?\/\//i,
    );
    expect(reply.text).toContain('<nav><a href="/">');
    const anchors = [...reply.text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    for (const id of anchors) expect(reply.text).toContain(`id="${id}"`);
  });
});
