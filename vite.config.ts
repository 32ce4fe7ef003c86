import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

/** What the server answers itself; everything else is the page. */
const SERVER_PATHS = ['/v1', '/api', '/docs', '/openapi.json', '/health', '/healthz', '/ready', '/readyz', '/arize_phoenix_version'];

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, 'SERVICE_');
  const target = `http://127.0.0.1:${env['SERVICE_PORT'] ?? '6006'}`;
  return {
    root: 'src/web',
    plugins: [react(), tailwindcss()],
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
    server: { port: 5173, proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target }])) },
  };
});
