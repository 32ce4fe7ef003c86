/**
 * Sessions in the order of their times, so that a page of them reads no others. Both grow at their
 * ends, like the spans that widen a session.
 */
export const sessionOrder = `
CREATE INDEX sessions_by_end ON sessions (project_id, end_time);
CREATE INDEX sessions_by_start ON sessions (project_id, start_time);
`;
