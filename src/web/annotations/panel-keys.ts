/** The heading under which the help lists what works while something is annotated. */
export const KEYS_OF_PANEL = 'Annotating';
