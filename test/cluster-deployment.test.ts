import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configTable, loadConfig } from '#server/config.ts';
import { renderTemplate } from './helm-template.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const CHART = path.join(ROOT, 'deploy/helm/telltale');
const read = (file: string): string => readFileSync(file, 'utf8');

interface Chart {
  readonly appVersion: string;
}
type Values = Readonly<Record<string, unknown>>;

const chart = parse(read(path.join(CHART, 'Chart.yaml'))) as Chart; // as: the file beside it
const defaults = parse(read(path.join(CHART, 'values.yaml'))) as Values; // as: the same

/** The chart's objects by kind, as `helm template` would print them. */
function rendered(values: Values = {}): Readonly<Record<string, unknown>> {
  const scope = {
    Values: { ...defaults, ...values },
    Release: { Name: 'tt' },
    Chart: { AppVersion: chart.appVersion },
  };
  const objects = readdirSync(path.join(CHART, 'templates')).flatMap((file) =>
    parseAllDocuments(renderTemplate(read(path.join(CHART, 'templates', file)), scope), {
      strict: true,
      uniqueKeys: true,
    }).flatMap((document) => {
      expect(document.errors.map(String)).toEqual([]);
      return document.toJS() as { kind: string } | null; // as: an object of Kubernetes
    }),
  );
  return Object.fromEntries(objects.flatMap((one) => (one === null ? [] : [[one.kind, one]])));
}

const LABELS = { 'app.kubernetes.io/name': 'telltale', 'app.kubernetes.io/instance': 'tt' };

it('the chart runs replicas that are replaced one by one, and asks each where it answers', () => {
  const { Deployment, Ingress, PodDisruptionBudget } = rendered();
  expect(Deployment).toMatchObject({
    metadata: { name: 'tt' },
    spec: {
      replicas: 2,
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
      },
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS },
        spec: {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true },
          containers: [
            {
              image: `registry.example.org/telltale:${chart.appVersion}`,
              envFrom: [{ secretRef: { name: 'telltale' } }],
              startupProbe: { httpGet: { path: '/health', port: 'http' } },
              livenessProbe: { httpGet: { path: '/health', port: 'http' } },
              readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
              securityContext: { readOnlyRootFilesystem: true },
              resources: { limits: { memory: '2Gi' } },
            },
          ],
          volumes: [{ name: 'scratch', emptyDir: { sizeLimit: '4Gi' } }, { name: 'tmp' }],
        },
      },
    },
  });
  expect(PodDisruptionBudget).toMatchObject({
    spec: { minAvailable: 1, selector: { matchLabels: LABELS } },
  });
  expect(Ingress).toBeUndefined();
  expect(JSON.stringify(Deployment)).not.toContain('PersistentVolumeClaim');
});

it('the chart takes its values, and its ports, directory and version are those of the product', () => {
  const { Deployment, Service, Ingress } = rendered({
    replicas: 5,
    image: { repository: 'r/t', tag: '9', pullPolicy: 'Always', pullSecrets: [{ name: 'pull' }] },
    env: { SERVICE_ROOT_URL: 'https://t.example.org', SERVICE_PORT: '6006' },
    tolerations: [{ key: 'spot', operator: 'Exists' }],
    ingress: { ...(defaults['ingress'] as object), enabled: true }, // as: a map in values.yaml
  });
  expect(Deployment).toMatchObject({
    spec: {
      replicas: 5,
      template: {
        spec: {
          imagePullSecrets: [{ name: 'pull' }],
          tolerations: [{ key: 'spot', operator: 'Exists' }],
          containers: [
            {
              image: 'r/t:9',
              imagePullPolicy: 'Always',
              env: [
                { name: 'SERVICE_PORT', value: '6006' },
                { name: 'SERVICE_ROOT_URL', value: 'https://t.example.org' },
              ],
            },
          ],
        },
      },
    },
  });
  const ports = [...JSON.stringify(Deployment).matchAll(/"containerPort":(\d+)/g)];
  const image = read(path.join(ROOT, 'Dockerfile'));
  expect(ports.map(([, port]) => port)).toEqual(/^EXPOSE (.+)$/m.exec(image)?.[1]?.split(' '));
  expect(image).toContain('SERVICE_WORKING_DIR=/data');
  expect(JSON.stringify(Deployment)).toContain('"mountPath":"/data"');
  expect(Service).toMatchObject({
    spec: { type: 'ClusterIP', selector: LABELS, ports: [{ port: 6006 }, { port: 4317 }] },
  });
  expect(Ingress).toMatchObject({ spec: { rules: [{ host: 'telltale.example.org' }] } });
  const { version } = parse(read(path.join(ROOT, 'package.json'))) as { version: string }; // as: npm's
  expect(chart.appVersion).toBe(version);
});

it('an unknown form of a template is refused', () => {
  for (const [form, problem] of [
    ['{{ include "x" . }}', 'is unknown'],
    ['{{ .Values.nothing }}', 'has no value'],
    ['{{ if .Values.replicas }}', 'has no {{ end }}'],
  ] as const)
    expect(() => renderTemplate(form, { Values: defaults })).toThrow(problem);
});

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly profiles?: readonly string[];
        readonly environment?: Readonly<Record<string, string>>;
        readonly depends_on?: object;
        readonly configs?: readonly { readonly source: string }[];
      }
    >
  >;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

it('compose starts one server by default, and two replicas behind a proxy in the profile cluster', () => {
  // as: the file's own form.
  const { services, configs } = parse(read(path.join(ROOT, 'compose.yaml')), {
    merge: true,
  }) as Compose;
  const inProfile = (name: string): boolean => services[name]?.profiles?.[0] === 'cluster';
  const names = Object.keys(services);
  expect(names.filter((name) => !inProfile(name))).toEqual(['telltale']);
  expect(services['proxy']?.depends_on).toMatchObject({ 'replica-1': {}, 'replica-2': {} });
  for (const name of ['replica-1', 'replica-2', 'copy']) {
    const { environment = {} } = services[name] ?? {};
    const { config } = loadConfig({ ...environment });
    expect(config.postgres).toMatchObject({ host: 'postgres', database: 'telltale' });
    expect(config.clickhouse).toMatchObject({ url: 'http://clickhouse:8123' });
  }
  const proxy = configs['proxy']?.content ?? '';
  for (const port of ['6006', '4317']) {
    expect(proxy).toContain(`listen ${port}`);
    for (const replica of ['replica-1', 'replica-2']) expect(proxy).toContain(`${replica}:${port}`);
  }
});

it('variables of the chart and of the guide are known to the server', () => {
  const known = configTable();
  for (const file of ['deploy/helm/telltale/values.yaml', 'docs/guides/scale-out.md'])
    expect(
      [...read(path.join(ROOT, file)).matchAll(/\bSERVICE_[A-Z0-9_]+/g)]
        .map(([name]) => name)
        .filter((name) => !known.includes(`\`${name}\``)),
    ).toEqual([]);
});
