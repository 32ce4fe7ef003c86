/** More of the help of each command, with examples. */
export const GATE_HELP = `Rules: --fail-if 'MEASURE OPERATOR THRESHOLD', as often as needed.
  MEASURE    the name of an evaluation (its mean), pass_rate(NAME), regressed(NAME), improved(NAME), error_rate, failed_runs,
             missing_runs, latency_p50_ms, latency_p90_ms, latency_p99_ms or cost_usd; quote a name with spaces: 'is correct'
  OPERATOR   < <= > >= == !=
  THRESHOLD  a number, baseline, or baseline with + - * / and a number

Examples:
  telltale gate --experiment 'support questions/latest' --fail-if 'correctness < baseline - 0.02' --fail-if 'missing_runs > 0'
  telltale gate --experiment RXhwZXJpbWVudDox --baseline main --significant --fail-if 'correctness < baseline' --junit gate.xml

TELLTALE_URL is the server's address, SERVICE_API_KEY an API key with the scope experiments:read. The Markdown is also appended to
the file in GITHUB_STEP_SUMMARY, which GitHub Actions sets.
`;

export const REREAD_HELP = `Examples:
  telltale reread --project shop --since 30d --dry-run
  telltale reread --costs --since 2026-11-01

The job runs in the server: Ctrl-C ends the command and not the job. TELLTALE_URL is the server's address, SERVICE_API_KEY an API key of an
admin.
`;

export const COPY_HELP = `Examples:
  telltale copy --from ~/.telltale --to cluster
  telltale copy --from cluster --to /data/telltale

cluster is what SERVICE_SQL_DATABASE_URL and SERVICE_CLICKHOUSE_URL name; without the latter, metadata alone is copied, and spans stay in the
directory. The target must be empty and the source is not changed. A copy that was interrupted continues when the same command is given again.
`;
