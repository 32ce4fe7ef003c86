/** The heading under which the help lists what works while something is judged. */
export const KEYS_OF_PANEL = 'Annotating';
