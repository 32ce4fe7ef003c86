/**
 * The root path when the server is behind a proxy that uses one, such as `/telltale`; else empty.
 * The server writes it into the page.
 */
export const ROOT_PATH =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="telltale-root-path"]')?.content ?? '');
