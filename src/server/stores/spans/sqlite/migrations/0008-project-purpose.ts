/** What a project is for, where it is no application: those of experiments are left out of lists. */
export const projectPurpose = `
ALTER TABLE projects ADD COLUMN purpose TEXT;
`;
