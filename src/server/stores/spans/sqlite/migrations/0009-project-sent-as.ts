/**
 * The name that the spans of an experiment are sent to: it leads to the project also after the
 * project was renamed, so that clients that run and the experiment itself keep finding it.
 */
export const projectSentAs = `
ALTER TABLE projects ADD COLUMN sent_as TEXT;
UPDATE projects SET sent_as = name WHERE purpose = 'experiment';
CREATE UNIQUE INDEX projects_sent_as ON projects (sent_as) WHERE sent_as IS NOT NULL;
`;
