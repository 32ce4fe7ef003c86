/** Stands for every shape of its class or of its name; no shape has this number. */
export const ANY_SHAPE = 0;
const STATUSES = 3;
const ERROR_STATUS = 2;
/** Above all numbers of a kind and status. */
export const CLASSES = 256;
/** Two models with the same code widen each other's bounds and do no other harm. */
const MODEL_CODES = 1_024;
/** Above all numbers of a kind, status and model. */
export const NAMES = 2 ** 19;
/** As with models. Where names are taken together, codes that differ by this are one. */
const NAME_CODES = 1_024;
const NAME_CODES_FEW = 32;
/** Above all names by themselves. */
export const FEW_NAMES = 2 * NAME_CODES;

/** A shape, as far as extremes tell shapes apart. */
export interface RankedShape {
  readonly id: number;
  /** An index of SPAN_KINDS. */
  readonly kind: number;
  readonly status: number;
  /** Null when its spans have names and models of their own. */
  readonly name: string | null;
  readonly modelName: string | null;
}

/** The kind and status of a shape as one number. */
function classOf({ kind, status }: RankedShape): number {
  return kind * STATUSES + status;
}

/** The kind, status and model of a shape as one number, larger than that of any class. */
function modelClassOf(shape: RankedShape): number {
  return classOf(shape) + CLASSES * codeOfText(shape.modelName, MODEL_CODES);
}

/** The name of a shape and whether it is one of errors, as one number. */
function nameOf({ name, status }: RankedShape): number {
  return 2 * (codeOfText(name, NAME_CODES) - 1) + (status === ERROR_STATUS ? 1 : 0);
}

/** The number for one of few names: of names that differ by a multiple of these, it is the same. */
export function fewNamesOf(name: number): number {
  return FEW_NAMES + (name % (2 * NAME_CODES_FEW));
}

/** From 1 on; 1 without a text. */
function codeOfText(text: string | null, codes: number): number {
  if (text === null) return 1;
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return 2 + ((hash >>> 0) % (codes - 1));
}

const FEATURES = new WeakMap<RankedShape, number>();

/** Kind, status, model and name as one number. Asked for each span of zones with many shapes. */
export function featuresOf(shape: RankedShape): number {
  let features = FEATURES.get(shape);
  if (features === undefined) {
    features = modelClassOf(shape) + NAMES * (1 + nameOf(shape));
    FEATURES.set(shape, features);
  }
  return features;
}

/** The name within such a number; -1 in what an earlier version wrote. */
export function nameIn(features: number): number {
  return Math.floor(features / NAMES) - 1;
}

/** The shapes that a list is about. */
export class WantedShapes {
  readonly ids: ReadonlySet<number>;
  readonly #classes: ReadonlySet<number>;
  readonly #names: ReadonlySet<number>;

  constructor(shapes: readonly RankedShape[]) {
    this.ids = new Set(shapes.map((shape) => shape.id));
    this.#classes = new Set(shapes.flatMap((shape) => [classOf(shape), modelClassOf(shape)]));
    const names = shapes.map(nameOf);
    this.#names = new Set([...names, ...names.map(fewNamesOf)]);
  }

  has(shape: number, features: number): boolean {
    return shape === ANY_SHAPE ? this.#classes.has(features) : this.ids.has(shape);
  }

  hasName(features: number): boolean {
    return this.#names.has(nameIn(features));
  }
}
