/** How it is with one thing that a server needs, for operators. */
export interface Finding {
  /** What it is, in a word or two: `shell`. */
  readonly what: string
  /** `off` for what is not configured. */
  readonly state: 'works' | 'off' | 'broken'
  /** One sentence: where something is broken, what to do. */
  readonly detail: string
}
