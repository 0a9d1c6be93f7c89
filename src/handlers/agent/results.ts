import type { Result } from '#generated/server/handlers.ts'
import type { NamedAgent } from '#runtime/agent/types.ts'
import { cardOf } from '#runtime/approvals/card.ts'
import type { Approval } from '#runtime/approvals/types.ts'
import { iso } from '#runtime/base/clock.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import type { AgentLimits } from './agent-limits.ts'

/** A named agent as the API returns it. */
export function agentResult(
  { id, name, instructions, services }: NamedAgent,
  { budgets, rules }: AgentLimits,
): Result<'agent.add'>['agent'] {
  return { id, name, instructions, services: services === 'all' ? ['all'] : [...services], budgets, rules }
}

/** An approval as the API returns it. */
export function approvalResult(approval: Approval): Result<'agent.decide'>['approval'] {
  const { id, state, operation, actor, run, microCredits, createdAtMs, expiresAtMs, decidedAtMs } = approval
  const { title, why, goes, arguments: given, needsPassword } = cardOf(approval)
  return {
    ...{ id, status: state, state, method: operation, title, reason: why },
    ...(goes !== undefined && { destination: goes }),
    caller: actor.kind,
    ...(run !== undefined && { run }),
    arguments: given.map(({ name, kind, value }) => ({ name, ...(kind && { kind }), value })),
    cost_credits: microCredits / MICRO_CREDITS_PER_CREDIT,
    is_password_required: needsPassword,
    created: iso(createdAtMs),
    expires: iso(expiresAtMs),
    ...(decidedAtMs !== undefined && { decided: iso(decidedAtMs) }),
  }
}
