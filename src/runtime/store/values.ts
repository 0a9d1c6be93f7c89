/** A boolean column as a boolean: PostgreSQL answers true/false, SQLite 1/0. Anything else, a null too, is false. */
export function asBoolean(value: unknown): boolean {
  return value === true || value === 1
}

/**
 * Checks values before a driver sees them. Both drivers write objects as text of their own making ("[object Object]",
 * JSON, a local date), and PostgreSQL cannot hold U+0000 in text: refusing here keeps the two databases alike. Throws a
 * TypeError that names the position and the statement, never the value.
 */
export function checkBindings(sql: string, bindings: readonly unknown[]): void {
  for (let i = 0; i < bindings.length; i++) {
    const value = bindings[i]
    switch (typeof value) {
      case 'string':
        if (value.includes('\u0000'))
          throw new TypeError(`Value ${i + 1} holds the character U+0000, which text in a database cannot hold: ${sql}`)
        break
      case 'number':
        if (!Number.isFinite(value)) throw new TypeError(`Value ${i + 1} is not a finite number: ${sql}`)
        break
      case 'boolean':
        break
      default:
        if (value !== null && !(value instanceof Uint8Array)) {
          const kind =
            value instanceof Date
              ? 'a Date (store epoch milliseconds)'
              : typeof value === 'object'
                ? 'an object (store JSON text)'
                : `of type ${typeof value}`
          throw new TypeError(`Value ${i + 1} is ${kind}: ${sql}`)
        }
    }
  }
}
