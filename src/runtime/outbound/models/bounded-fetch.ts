import { EndlessAnswer } from './failures.ts'

export type Fetch = typeof globalThis.fetch

const maxErrorBytes = 64 * 1024

/**
 * A fetch whose responses have a maximum size and that follows no redirect, which would take the key elsewhere.
 *
 * @param maxBytes of a response that succeeded; errors may have 64 KiB
 */
export function boundedFetch(fetch: Fetch, maxBytes: number): Fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    if (!response.body) return response
    const { status, statusText, headers } = response
    const body = response.body.pipeThrough(atMost(response.ok ? maxBytes : maxErrorBytes))
    return new Response(body, { status, statusText, headers })
  }
}

function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxBytes) controller.error(new EndlessAnswer())
      else controller.enqueue(chunk)
    },
  })
}
