/** A boolean column as a boolean: PostgreSQL returns true/false, SQLite 1/0. Anything else, including null, is false. */
export function asBoolean(value: unknown): boolean {
  return value === true || value === 1
}

/**
 * Checks values before a driver gets them. Each driver converts objects to text in its own way ("[object Object]", JSON, a local
 * date), and PostgreSQL cannot store U+0000 in text: rejecting them keeps the two databases the same. Throws a TypeError that names
 * the position and the statement, never the value.
 */
export function checkBindings(sql: string, bindings: readonly unknown[]): void {
  for (let i = 0; i < bindings.length; i++) {
    const value = bindings[i]
    switch (typeof value) {
      case 'string':
        if (value.includes('\u0000'))
          throw new TypeError(
            `Value ${i + 1} contains the character U+0000, which a database cannot store in text: ${sql}`,
          )
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
