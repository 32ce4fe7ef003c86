/**
 * The only projects whose rows an annotation that waits may annotate, as a JSON list; null for all.
 */
export const waitingProjects = `
ALTER TABLE waiting_annotations ADD COLUMN allowed_projects TEXT;
`;
