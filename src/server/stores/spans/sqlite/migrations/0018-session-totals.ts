/**
 * Totals and medians of sessions are read from the index of their traces alone: a session of a
 * thousand traces that came in no order had them in a thousand pages.
 */
export const sessionTotals = `
DROP INDEX traces_by_session;
CREATE INDEX traces_by_session ON traces (session_number, start_time, end_time, project_id, error_count, prompt_tokens, completion_tokens, cost_usd, user_id IS NOT NULL)
  WHERE session_number IS NOT NULL;
`;
