import type { DocumentRule, RuleSubject } from './rules-document.ts'

export const subjectKinds: Readonly<Record<RuleSubject['kind'], string>> = {
  agent: 'the agent',
  app: 'hosted apps',
  mcp: 'MCP clients',
  token: 'programs with a token',
}

/** Whom a rule is for: `hosted apps`. */
export function subjectWords({ kind, id }: RuleSubject): string {
  return id === undefined ? subjectKinds[kind] : `${subjectKinds[kind]} (${id})`
}

/** A rule as a sentence: `Ask before mail.send to anyone but contacts`. */
export function ruleWords(rule: DocumentRule): string {
  const { decision, operation, effect, object, recipients, above_credits: credits, hours } = rule
  const verb = { allow: 'Allow', ask: 'Ask before', deny: 'Deny' }[decision]
  return [
    `${verb} ${operation ?? 'every call'}`,
    effect !== undefined && `that ${effect}`,
    object !== undefined && `with ${object}`,
    recipients !== undefined && (recipients === 'known' ? 'to contacts only' : 'to anyone but contacts'),
    credits !== undefined && `that costs more than ${credits} credits`,
    hours && `from ${hours.from} to ${hours.to}${hours.days ? ` (${hours.days.join(', ')})` : ''}`,
  ]
    .filter(Boolean)
    .join(' ')
}
