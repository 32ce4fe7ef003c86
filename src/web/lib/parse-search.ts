import { defaultStringifySearch, parseSearchWith } from '@tanstack/react-router';

/**
 * What stands in an address after `?`, as the router reads it: `turn=3` is a number. One that would not be written so again stays the text it
 * is: a span's id may well be sixteen digits, which no number holds.
 */
export const parseSearch = parseSearchWith((text) => {
  const value: unknown = JSON.parse(text);
  return typeof value === 'number' && String(value) !== text ? text : value;
});

/** The same as it is written: commas, which lists of numbers and columns are made of, may be read. */
export const stringifySearch: typeof defaultStringifySearch = (search) => defaultStringifySearch(search).replaceAll('%2C', ',');
