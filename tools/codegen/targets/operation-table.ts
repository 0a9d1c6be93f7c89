import type { OperationFacts } from '../operations.ts'

const rowType = `/** What a call does. docs/relations-and-effects.md explains each. */
export type Effect =
  | 'reads own'
  | 'reads others'
  | 'creates own'
  | 'overwrites own'
  | 'destroys'
  | 'publishes'
  | 'sends to a person'
  | 'leaves the instance'
  | 'spends'
  | 'instructs'
  | 'grants'

/** What an argument is: the object acted on, its recipient, who can see it, an address, a setting, text, a secret … */
export type ArgumentKind =
  | 'object'
  | 'recipient'
  | 'visibility'
  | 'address'
  | 'setting'
  | 'text'
  | 'instructions'
  | 'secret'

/** The argument is given and neither empty nor false; or it has this value; or it names a record that exists, or is public. */
export interface EffectCondition {
  readonly argument: string
  readonly is?: string | boolean
  readonly exists?: true | 'public'
}

/**
 * Where a result has text by others: nowhere if its field "own" is true; or in those of "fields" that are there and not
 * empty. Their value is the field that says the same of each entry, or true if none does.
 */
export type ForeignText = { readonly own: string } | { readonly fields: Readonly<Record<string, true | string>> }

/**
 * The call that takes another one back. A text in its arguments is where the value is found, such as "args.title" or
 * "result.note.id"; anything else is the value. "if" is what must be true, such as "result.is_new".
 */
export interface Undo {
  readonly operation: string
  readonly arguments: Readonly<Record<string, string | boolean>>
  readonly if?: string
}

/** One operation as the runtime reads it. Amounts are micro-credits, sizes bytes. */
export interface Operation {
  readonly id: OperationId
  readonly family: Family
  readonly method: string
  readonly verb: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  readonly needs: 'open' | 'caller' | 'account'
  readonly kind: 'read' | 'write'
  readonly retry: 'safe' | 'idempotent' | 'unsafe'
  /** Price of a call; 0 also where it varies. */
  readonly microCredits: number
  /** What is paid for, where the price varies with the call, such as "for each SMS segment". */
  readonly priceUnit?: string
  readonly withheld: boolean
  readonly bodyCapBytes: number
  readonly provider?: string
  readonly capability?: string
  readonly formOf?: OperationId
  /** Everything that a call can do; each effect once. */
  readonly effects: readonly Effect[]
  /** The effects that only some calls have: those that fulfil one of the conditions. */
  readonly effectWhen?: { readonly [E in Effect]?: readonly EffectCondition[] }
  /** The kinds of the arguments that have one, by name. */
  readonly argumentKinds: Readonly<Record<string, ArgumentKind>>
  /** The call that takes a successful one back. */
  readonly undo?: Undo
  /** Its public writes are counted: those of every call, or if this argument is true. */
  readonly publicWrite?: true | string
  readonly topUp?: true
  /** Its result can contain text by others than the caller; true if all of it counts as such. */
  readonly foreignText?: true | ForeignText
  /** Seconds that a call may take, where it is more than for others. */
  readonly timeLimitS?: number
  /** Its result is the same for every caller. */
  readonly sameForEveryone?: true
  /** It reports progress as server-sent events on request. */
  readonly reportsProgress?: true
  readonly envelope: 'result' | 'bare'
  readonly errorForm: 'tools' | 'legacy'
  readonly hasBody: boolean
  readonly listArguments: readonly string[]
  /** The main name of each argument that is an alias. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Since when it is deprecated, from when it may be missing (days in UTC), and what to use instead. */
  readonly deprecation?: { readonly since: string; readonly end: string; readonly instead?: string }
}
`

/** generated/server/operations.ts: the version of the API and the operation table. */
export function operationTable(operations: OperationFacts[], version: string): string {
  const ids = operations.map(({ id }) => `  | '${id}'`).join('\n')
  const families = [...new Set(operations.map(({ family }) => family))]
  const rows = operations.map((operation) => `  ${JSON.stringify(operation)},`).join('\n')
  return [
    `export const apiVersion = '${version}'\n`,
    `export type OperationId =\n${ids}\n`,
    `export const families = ${JSON.stringify(families)} as const\n`,
    'export type Family = (typeof families)[number]\n',
    rowType,
    `export const operations: readonly Operation[] = [\n${rows}\n]\n`,
  ].join('\n')
}

const microCreditsPerCredit = 1_000_000

/** generated/operations.txt: one line per operation, in columns. Reviewers read its diff. */
export function operationsText(operations: OperationFacts[]): string {
  const rows = operations.map((operation) => [
    operation.id,
    operation.verb,
    operation.path,
    operation.needs,
    operation.kind,
    operation.retry,
    priceOf(operation),
    operation.withheld ? 'withheld' : '-',
  ])
  const header = ['operation', 'verb', 'path', 'needs', 'kind', 'retry', 'price', 'agent']
  const table = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return `${table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`
}

function priceOf({ topUp, microCredits, priceUnit }: OperationFacts): string {
  if (topUp) return 'payment'
  if (priceUnit) return 'varies'
  return microCredits ? `${microCredits / microCreditsPerCredit} credits` : 'free'
}
