/** How many users may be asked for at once. In a file of its own, for the page has the number without the schemas. */
export const USER_NAMES_MAX = 100;
