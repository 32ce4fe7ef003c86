/** A project's purpose, for projects that are not applications: lists omit those of experiments. */
export const projectPurpose = `
ALTER TABLE projects ADD COLUMN purpose TEXT;
`;
