/**
 * Which reading of spans this is: raised whenever the mappings read something of a span differently
 * that its row keeps (its kind, model, tokens, cost, session, user, …), so that spans stored before
 * can be read again. Databases from before there was such a number count as 0. With 3 came the
 * marks of spans that repeat their parents.
 */
export const READING_VERSION = 4;
