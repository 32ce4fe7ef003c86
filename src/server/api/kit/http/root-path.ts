import type { RawRequestDefaultExpression } from 'fastify';

/**
 * Takes the root path off an address that has it. Proxies that have done so already, and probes
 * past the proxy, come without.
 */
export function rootPathRemover(
  rootPath: string,
): (request: RawRequestDefaultExpression) => string {
  return ({ url = '/' }) => {
    if (rootPath === '' || !url.startsWith(rootPath)) return url;
    const rest = url.slice(rootPath.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? rest : url;
  };
}

/**
 * The page with the root path in front of its own addresses; its scripts read the root path from a
 * `meta` element.
 */
export function pageBehind(rootPath: string, html: string): string {
  return html
    .replaceAll(/(href|src)="\/(?!\/)/g, `$1="${rootPath}/`)
    .replace('<head>', `<head>\n    <meta name="telltale-root-path" content="${rootPath}" />`);
}
