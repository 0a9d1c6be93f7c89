/** The state of one thing that a server needs, for operators. */
export interface Finding {
  /** Its name, in a word or two: `shell`. */
  readonly what: string
  /** `off` if it is not configured, `outdated` if it works and should be renewed. */
  readonly state: 'works' | 'off' | 'outdated' | 'broken'
  /** One sentence: if something is broken, what to do. */
  readonly detail: string
  /** A page about it. */
  readonly link?: string
}
