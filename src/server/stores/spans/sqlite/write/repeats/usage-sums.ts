import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import { REPEAT } from '#core/trace/repeated-call.ts';

const LLM = SPAN_KINDS.indexOf('LLM');
const CALLED = `${LLM}, ${SPAN_KINDS.indexOf('EMBEDDING')}`;
const HAS_TOKENS = `h.kind = ${LLM} AND s.repeats IS NULL`;

/** The contribution of spans (`s`, with their shapes `h`) to totals; equal to `countedUsage`. */
export const PROMPT_SUM_SQL = `sum(iif(${HAS_TOKENS}, s.tokens_prompt, 0))`;
export const COMPLETION_SUM_SQL = `sum(iif(${HAS_TOKENS}, s.tokens_completion, 0))`;
export const COST_SUM_SQL = `sum(iif(h.kind IN (${CALLED}) AND s.repeats IS NOT ${REPEAT.all}, s.cost_usd, NULL))`;
