import type { Finding } from './findings.ts'

/** A finding that is accepted. Each given field narrows it; `why` is for the reader. */
export interface Exception {
  readonly rule: string
  readonly why: string
  readonly side?: Finding['side']
  /** Operation ids; `doors.*` means a whole family. */
  readonly operations?: readonly string[]
  /** Names of shared schemas and parameters. */
  readonly components?: readonly string[]
}

/** What is left to fix. */
export interface Judgement {
  /** Findings without an exception. */
  readonly unexcused: readonly Finding[]
  /** Exceptions, or single names in them, that excuse nothing: their findings are fixed, or they are misspelt. */
  readonly idle: readonly string[]
}

const fields = new Set(['rule', 'why', 'side', 'operations', 'components'])

/** Reads the exceptions. Throws for one without a rule or a reason, and for a field that does not exist. */
export function readExceptions(parsed: unknown): Exception[] {
  if (!Array.isArray(parsed)) throw new Error('The exceptions file must be a list.')
  return parsed.map((entry: Partial<Exception>, index) => {
    const name = entry.rule ? `The exception for ${entry.rule}` : `Exception ${index + 1}`
    if (!entry.rule) throw new Error(`${name} has no rule.`)
    if (!entry.why || entry.why.trim().length < 20) throw new Error(`${name} does not say why.`)
    for (const field of Object.keys(entry)) {
      if (!fields.has(field)) throw new Error(`${name} has the unknown field ${field}.`)
    }
    return entry as Exception
  })
}

/** Matches findings with exceptions. An exception that excuses nothing is reported: it would hide a later mistake. */
export function judge(findings: readonly Finding[], exceptions: readonly Exception[]): Judgement {
  const unexcused = new Set(findings)
  const idle: string[] = []
  for (const exception of exceptions) {
    const excused = findings.filter((finding) => excuses(exception, finding))
    for (const finding of excused) unexcused.delete(finding)
    if (excused.length === 0) {
      idle.push(exception.rule)
      continue
    }
    const { rule, operations = [], components = [] } = exception
    for (const name of operations) {
      if (!excused.some(({ operation }) => names(name, operation))) idle.push(`${rule}: ${name}`)
    }
    for (const name of components) {
      if (!excused.some(({ component }) => component === name)) idle.push(`${rule}: ${name}`)
    }
  }
  return { unexcused: [...unexcused], idle }
}

function excuses({ rule, side, operations, components }: Exception, finding: Finding): boolean {
  if (rule !== finding.rule || (side && side !== finding.side)) return false
  if (!operations && !components) return true
  const isOperation = operations?.some((name) => names(name, finding.operation)) ?? false
  return isOperation || (finding.component !== undefined && (components?.includes(finding.component) ?? false))
}

function names(pattern: string, id: string | undefined): boolean {
  return pattern.endsWith('*') ? (id?.startsWith(pattern.slice(0, -1)) ?? false) : pattern === id
}
