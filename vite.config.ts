import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, loadEnv, type Plugin, type Rolldown } from 'vite';

/**
 * What the server answers itself, as patterns for the development server; everything else is the
 * page. By the second part too where there is one of the page's own folders by the first:
 * `/api/client.ts` is a module.
 */
function serverPaths(): readonly string[] {
  const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, 'openapi.json'), 'utf8')) as {
    readonly paths: object;
  }; // as: a test validates it
  const starts = Object.keys(paths).map((path) =>
    path
      .split('/')
      .slice(0, path.startsWith('/api/') ? 3 : 2)
      .join('/'),
  );
  return [...new Set([...starts, '/docs', '/openapi.json'])].map((start) => `^${start}(?:[/?]|$)`);
}

const MAIN = join(import.meta.dirname, 'src/web/main.tsx');

/**
 * Compresses once what is sent often: the server sends the `.br` or `.gz` beside a file to who
 * takes it.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(?:js|css|html|svg)$/.test(name)) continue;
        const file = join(dir, name);
        const content = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(content, {
            params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
          }),
        );
      }
    },
  };
}

/**
 * The script that runs before the first paint: under a name with its hash, so that a reload waits
 * for no answer about it.
 */
function themeBoot(): Plugin {
  let address = '/theme-boot.js';
  let bundled = false;
  return {
    name: 'theme-boot',
    config: (_config, { command }) => void (bundled = command === 'build'),
    buildStart() {
      if (!bundled) return;
      const source = readFileSync(join(import.meta.dirname, 'src/web/theme-boot.js'), 'utf8');
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      address = `/assets/theme-boot-${hash}.js`;
      this.emitFile({ type: 'asset', fileName: address.slice(1), source });
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: address }, injectTo: 'head-prepend' },
    ],
  };
}

/**
 * Of the routes declared in `src/contracts/` the page needs method and path at run time, and
 * everything else as types: it gets modules that export these two alone, without the schemas and
 * their library.
 */
function routeAddresses(): Plugin {
  return {
    name: 'route-addresses',
    enforce: 'pre',
    async load(id) {
      if (!/\/src\/contracts\/.*routes\.ts$/.test(id)) return null;
      // With the time of its change, because Node keeps what it has loaded.
      const address = `${pathToFileURL(id).href}?${statSync(id).mtimeMs}`;
      const declared = (await import(address)) as Readonly<
        Record<string, { readonly method: string; readonly path: string }>
      >; // as: `call` takes nothing else
      const texts = Object.entries(declared).map(
        ([name, { method, path }]) => `export const ${name} = ${JSON.stringify({ method, path })};`,
      );
      return texts.join('\n');
    },
  };
}

let firstLoad: ReadonlySet<string> | null = null;

/**
 * All that the first screen needs comes in two files, one that changes with each release and one
 * that seldom does, not in thirty.
 */
function firstLoadChunk(id: string, build: Rolldown.ChunkingContext): string | null {
  firstLoad ??= importedFrom(MAIN, build);
  if (!firstLoad.has(id)) return null;
  return id.includes('/node_modules/') ? 'vendor' : 'app';
}

/** A module and all that it imports, but for what is imported only when wanted. */
function importedFrom(main: string, build: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([main]);
  for (const id of found)
    for (const imported of build.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

export default defineConfig(({ command, mode }) => {
  const env = loadEnv(mode, import.meta.dirname, 'SERVICE_');
  const target = `http://127.0.0.1:${env['SERVICE_PORT'] ?? '6006'}`;
  return {
    root: 'src/web',
    plugins: [routeAddresses(), react(), tailwindcss(), themeBoot(), precompress()],
    // Relative, so that the page can stand behind any path; index.html itself is adapted by the
    // server.
    experimental: {
      renderBuiltUrl: (_file, { hostType }) =>
        hostType === 'html' ? undefined : { relative: true },
    },
    build: {
      outDir: '../../dist/web',
      emptyOutDir: true,
      // A data: URL would need a wider Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2023',
      cssTarget: 'chrome123',
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: firstLoadChunk, debugName: 'first load' }],
          },
        },
      },
    },
    // A build needs none of it, and the image is built without the document that says them.
    ...(command === 'serve' && {
      server: {
        port: 5173,
        proxy: Object.fromEntries(serverPaths().map((pattern) => [pattern, { target }])),
      },
    }),
  };
});
