/** A response: its body parsed as JSON, or as text. */
export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** Whether a response has a status from 200 to 299. */
export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** A body as JSON, or its text if it is not JSON. */
export function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
