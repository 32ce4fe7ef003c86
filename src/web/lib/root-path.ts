/** Path before all others where the server stands behind a proxy that has one, such as `/telltale`; else empty. The server writes it into the page. */
export const ROOT_PATH =
  typeof document === 'undefined' ? '' : (document.querySelector<HTMLMetaElement>('meta[name="telltale-root-path"]')?.content ?? '');
