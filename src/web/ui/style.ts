import type { CSSProperties } from 'react';

declare module 'react' {
  /** Custom properties are styles like others. */
  interface CSSProperties {
    readonly [variable: `--${string}`]: string | number | undefined;
  }
}

/** An element's style, custom properties included. */
export type Style = CSSProperties;
