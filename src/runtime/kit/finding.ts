/** The state of one thing that a server needs, for operators. */
export interface Finding {
  /** Its name, in a word or two: `shell`. */
  readonly what: string
  /** `off` if it is not configured. */
  readonly state: 'works' | 'off' | 'broken'
  /** One sentence: if something is broken, what to do. */
  readonly detail: string
}
