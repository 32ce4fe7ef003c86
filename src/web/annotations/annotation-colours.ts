import { createContext } from 'react';
import type { AnnotationConfig } from '#contracts/annotations/annotation-config.ts';

/** The configs that colour the chips of a table, by name. */
export const AnnotationColours = createContext<ReadonlyMap<string, AnnotationConfig>>(new Map());
