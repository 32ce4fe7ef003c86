import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, loadEnv } from 'vite';
import type { Plugin } from 'vite';

/** What the server answers itself; everything else is the page. */
const SERVER_PATHS = ['/v1', '/api', '/docs', '/openapi.json', '/health', '/healthz', '/ready', '/readyz', '/arize_phoenix_version'];

/** Compresses once what is sent often: the server sends the `.br` or `.gz` beside a file to who takes it. */
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
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
      }
    },
  };
}

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, 'SERVICE_');
  const target = `http://127.0.0.1:${env['SERVICE_PORT'] ?? '6006'}`;
  return {
    root: 'src/web',
    plugins: [react(), tailwindcss(), precompress()],
    // Relative, so that the page can stand behind any path; index.html itself is adapted by the server.
    experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
    build: {
      outDir: '../../dist/web',
      emptyOutDir: true,
      // A data: URL would need a wider Content-Security-Policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2023',
      cssTarget: 'chrome123',
      reportCompressedSize: false,
    },
    server: { port: 5173, proxy: Object.fromEntries(SERVER_PATHS.map((prefix) => [prefix, { target }])) },
  };
});
