import { expect } from 'vitest';
import type { ResourceContext } from '#core/otlp/span-record.ts';
import { nanoOf, resourceOf } from './span-maker.ts';
import {
  allSpans,
  projectId,
  settle,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const MINUTE_MS = 60_000;
const ALL_TIME = { startUnixNano: 0n, endUnixNano: 2n ** 62n };

function versioned(version: string, service = 'shop'): ResourceContext {
  return resourceOf({ 'service.name': service, 'service.version': version });
}

async function deployments(store: StoreUnderTest, name = 'p') {
  return (await store.figures.deployments(await projectId(store, name), ALL_TIME)).map(
    ({ service, version, replaced, timeUnixNano }) => [
      service,
      version,
      [...replaced],
      timeUnixNano,
    ],
  );
}

export const DEPLOYMENT_CASES: Readonly<Record<string, ConformanceCase>> = {
  'knows where a version of a service appeared while another ran': async (store) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 0, resource: versioned('1') },
      { trace: 2, span: 2, startMs: 25 * MINUTE_MS, resource: versioned('1') },
      { trace: 3, span: 3, startMs: 31 * MINUTE_MS, resource: versioned('2') },
      { trace: 4, span: 4, startMs: 30 * MINUTE_MS, resource: versioned('2') },
      { trace: 5, span: 5, startMs: 30 * MINUTE_MS, resource: versioned('9', 'alone') },
    ]);
    const second = ['shop', '2', ['1'], nanoOf(30 * MINUTE_MS)];
    expect(await deployments(store)).toEqual([second]);
    // In a later batch, and back to what was away for long; a span that came late makes it earlier.
    await write(store, [{ trace: 6, span: 6, startMs: 50 * MINUTE_MS, resource: versioned('2') }]);
    await write(store, [{ trace: 7, span: 7, startMs: 80 * MINUTE_MS, resource: versioned('2') }]);
    await write(store, [{ trace: 8, span: 8, startMs: 85 * MINUTE_MS, resource: versioned('1') }]);
    await write(store, [{ trace: 9, span: 9, startMs: 84 * MINUTE_MS, resource: versioned('1') }]);
    expect(await deployments(store)).toEqual([
      second,
      ['shop', '1', ['2'], nanoOf(84 * MINUTE_MS)],
    ]);
    const id = await projectId(store);
    const window = { startUnixNano: nanoOf(40 * MINUTE_MS), endUnixNano: nanoOf(84 * MINUTE_MS) };
    expect(await store.figures.deployments(id, window)).toEqual([]);
    expect(await store.figures.deployments(404, ALL_TIME)).toEqual([]);
  },

  'keeps environments apart, and takes a service that says no version for one': async (store) => {
    const of = (environment: string, version?: string) =>
      resourceOf({
        'service.name': 'shop',
        'deployment.environment.name': environment,
        ...(version === undefined ? {} : { 'service.version': version }),
      });
    await write(store, [
      { trace: 1, span: 1, startMs: 0, resource: of('staging', '1') },
      { trace: 2, span: 2, startMs: MINUTE_MS, resource: of('production', '2') },
      { trace: 3, span: 3, startMs: 2 * MINUTE_MS, resource: of('development') },
      { trace: 4, span: 4, startMs: 3 * MINUTE_MS, resource: of('development', '3') },
    ]);
    const found = await store.figures.deployments(await projectId(store), ALL_TIME);
    expect(found).toEqual([
      {
        service: 'shop',
        version: '3',
        environment: 'development',
        timeUnixNano: nanoOf(3 * MINUTE_MS),
        replaced: [],
      },
    ]);
  },

  'forgets a version with its last span, and what began where nothing is any more': async (
    store,
  ) => {
    const spans = (from: number, versionText: string, startMs: number) =>
      Array.from({ length: 3 }, (_, at) => ({
        trace: from + at,
        span: from + at,
        startMs: startMs + at * 1000,
        resource: versioned(versionText),
      }));
    await write(store, [
      ...spans(1, '1', 0),
      ...spans(11, '2', 20 * MINUTE_MS),
      ...spans(21, '2', 300 * MINUTE_MS),
    ]);
    expect(await deployments(store)).toHaveLength(1);
    // All data of the ten minutes is deleted, though the version continues elsewhere.
    const second = (await allSpans(store)).filter(
      (row) => row.startTimeUnixNano === nanoOf(20 * MINUTE_MS + 1000),
    );
    await store.eraser.deleteSpans(second.map((row) => row.id));
    expect(await deployments(store)).toHaveLength(1);
    const id = await projectId(store);
    await store.eraser.deleteTracesIn(id, {
      startUnixNano: nanoOf(15 * MINUTE_MS),
      endUnixNano: nanoOf(25 * MINUTE_MS),
    });
    await settle(store);
    expect(await deployments(store)).toEqual([]);
    // The first version stays known: what replaces it now is a deployment.
    await write(store, spans(31, '3', 25 * MINUTE_MS));
    expect(await deployments(store)).toEqual([['shop', '3', ['1'], nanoOf(25 * MINUTE_MS)]]);
    await store.eraser.deleteProject(id);
    await settle(store);
    expect(await store.figures.deployments(id, ALL_TIME)).toEqual([]);
  },
};
