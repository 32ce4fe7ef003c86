/**
 * The maximum number of users per request. In a file of its own, so that the page can import it
 * without the schemas.
 */
export const USER_NAMES_MAX = 100;
