import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { configTable } from '#server/config.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The YAML blocks of a guide, document by document; throws for invalid YAML. */
function yamlOf(guide: string): readonly unknown[] {
  return [...read(guide).matchAll(/^```yaml\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
    parseAllDocuments(block, { strict: true, uniqueKeys: true }).map((document) => {
      expect(document.errors.map(String)).toEqual([]);
      return document.toJS() as unknown;
    }),
  );
}

const [claim, deployment, service] = yamlOf('docs/guides/kubernetes.md');

it('Kubernetes never runs two pods on one volume, and asks the server where it answers', () => {
  expect(claim).toMatchObject({ kind: 'PersistentVolumeClaim', metadata: { name: 'telltale' } });
  expect(deployment).toMatchObject({
    kind: 'Deployment',
    spec: {
      replicas: 1,
      strategy: { type: 'Recreate' },
      template: {
        metadata: { labels: { app: 'telltale' } },
        spec: {
          securityContext: { runAsNonRoot: true },
          containers: [
            {
              startupProbe: { httpGet: { path: '/health', port: 'http' } },
              livenessProbe: { httpGet: { path: '/health', port: 'http' } },
              readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
              securityContext: { readOnlyRootFilesystem: true },
              resources: { limits: { memory: expect.any(String) } },
            },
          ],
          volumes: [
            { name: 'data', persistentVolumeClaim: { claimName: 'telltale' } },
            { name: 'tmp' },
          ],
        },
      },
    },
  });
});

it('ports, the directory of data and the time to end are those of the image and of its compose file', () => {
  const image = read('Dockerfile');
  const [, exposed = ''] = /^EXPOSE (.+)$/m.exec(image) ?? [];
  const text = JSON.stringify(deployment);
  const ports = [...text.matchAll(/"containerPort":(\d+)/g)].map(([, port]) => port);
  expect(ports).toEqual(exposed.split(' '));
  expect(text).toContain('"mountPath":"/data"');
  expect(image).toContain('SERVICE_WORKING_DIR=/data');
  expect(service).toMatchObject({
    spec: { selector: { app: 'telltale' }, ports: [{ port: 6006 }, { port: 4317 }] },
  });
});

it('variables of the guides about deployment are known to the server', () => {
  const known = configTable();
  for (const guide of ['kubernetes', 'reverse-proxy', 'sampling-and-masking']) {
    const named = [...read(`docs/guides/${guide}.md`).matchAll(/\bSERVICE_[A-Z0-9_]+/g)].map(
      ([name]) => name,
    );
    expect(
      named.filter((name) => name !== 'SERVICE_API_KEY' && !known.includes(`\`${name}\``)),
    ).toEqual([]);
  }
});

it("the Collector masks before it samples, and Traefik's routers name services that are there", () => {
  const [collector] = yamlOf('docs/guides/sampling-and-masking.md');
  expect(collector).toMatchObject({
    service: {
      pipelines: {
        traces: { processors: ['attributes/mask', 'transform/mask', 'tail_sampling', 'batch'] },
      },
    },
  });
  const [, traefik] = yamlOf('docs/guides/reverse-proxy.md') as readonly {
    http: { routers: object; services: object };
  }[];
  const routers = Object.values(traefik?.http.routers ?? {}) as readonly { service: string }[];
  expect(routers.map(({ service: name }) => name)).toEqual(
    Object.keys(traefik?.http.services ?? {}),
  );
});
