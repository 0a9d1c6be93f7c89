/** A response. Its body is parsed as JSON, or is its text; or it is the response itself, if its body is read later. */
export interface Answer {
  status: number
  headers: Headers
  body: unknown
  /** The id under which the server logged the call, or that of the request if the response names none. */
  requestId: string
}

/** Whether a response has a status from 200 to 299. */
export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status < 300
}

/** A text as JSON, or the text if it is not JSON. */
export function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
