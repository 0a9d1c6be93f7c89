/** Values by the name of their attribute; undefined for none. Never arguments, values of SQL or addresses. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** A list of attributes as OTLP has it in JSON. */
export function attributesOf(values: Attributes): object[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [{ key, value: typeof value === 'number' ? numberValue(value) : { stringValue: value } }]
  })
}

/** The same as text, which spans store: those of a statement are the same each time. */
export function attributesText(values: Attributes): string {
  return JSON.stringify(attributesOf(values))
}

function numberValue(value: number): object {
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
