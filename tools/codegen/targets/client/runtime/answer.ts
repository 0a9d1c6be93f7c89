/** An answer as it came: JSON read, another body as text. */
export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** Whether an answer has a status from 200 to 299. */
export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** A body as JSON, or its text where it is none. */
export function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
