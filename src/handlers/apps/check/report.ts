/** A fault of a source. */
export interface SourceIssue {
  /** Stable name of the rule. */
  readonly rule: string
  readonly message: string
  /** From 1 on. */
  readonly line?: number
}

/** A call that a source makes, as far as the source alone says what it is. */
export interface SourceCall {
  /** As `mu.service` takes it. */
  readonly service: string
  readonly method: string
  /** The verb of a `fetch`; undefined for `mu.service`. */
  readonly verb?: string
  readonly line: number
  /** The literal arguments; what is not literal is null, and named in `unknown`. */
  readonly args: Readonly<Record<string, unknown>>
  /** Paths of arguments whose values the source does not say, such as `to[1]`. */
  readonly unknown: readonly string[]
  /** Whether there may be other arguments. */
  readonly isOpen: boolean
}

/** What a source holds. */
export interface SourceReport {
  readonly issues: readonly SourceIssue[]
  readonly calls: readonly SourceCall[]
}

/** What the checking process is asked. */
export type CheckJob =
  | { readonly kind: 'source'; readonly html: string }
  | { readonly kind: 'icon'; readonly icon: string }

/** Its answer: `fault` ends a sentence that begins with "icon". */
export type CheckResult = { readonly report: SourceReport } | { readonly fault?: string } | { readonly failure: string }

export const maxIssues = 100
export const maxCalls = 200
