import { defaultStringifySearch, parseSearchWith } from '@tanstack/react-router';

/**
 * The query string of an address, as the router reads it: `turn=3` is a number. A value that would
 * not serialize to the same text stays a string: a span id may be sixteen digits, which exceed a
 * number's precision.
 */
export const parseSearch = parseSearchWith((text) => {
  const value: unknown = JSON.parse(text);
  return typeof value === 'number' && String(value) !== text ? text : value;
});

/**
 * The same as it is written: commas, which lists of numbers and columns are made of, may be read.
 */
export const stringifySearch: typeof defaultStringifySearch = (search) =>
  defaultStringifySearch(search).replaceAll('%2C', ',');
