// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Sends a call to this server and reads the response, in bounds. */

/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
/** More of a response is not read. */
const maxBytes = 16 * 1024 * 1024

/** The headers of a call; `reportsProgress` if its response may be a stream of events. */
export function headersOf({ body }, { token, csrfToken, prefer }, reportsProgress) {
  return {
    Accept: reportsProgress ? 'text/event-stream, application/json;q=0.9' : 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(prefer ? { Prefer: prefer } : {}),
    ...(token ? { Authorization: `Bearer ${token}` } : csrfToken === undefined ? {} : { 'X-CSRF-Token': csrfToken }),
  }
}

/**
 * Sends a request as the owner of a token, as the signed-in person, or as nobody.
 *
 * @param request as `requestOf` returns it
 * @param credential `token`, or `csrfToken` of the session, or neither; with `world`, the request goes to that world, with
 *   `prefer` for a documented response
 * @param onEvent receives server-sent events as they arrive; without it the response is JSON
 * @returns the response with its bytes and the time until its end in milliseconds; `isCut` if it was too long to read
 */
export async function sendCall(request, credential, { signal, onEvent }) {
  const { verb, url, body } = request
  const { token, csrfToken, world } = credential
  const begun = performance.now()
  const response = await fetch((world?.path ?? base) + url, {
    method: verb,
    signal,
    body,
    cache: 'no-store',
    // A token takes the place of the session.
    credentials: token || csrfToken === undefined ? 'omit' : 'same-origin',
    headers: headersOf(request, credential, onEvent !== undefined),
  })
  const type = response.headers.get('Content-Type') ?? ''
  const read = type.startsWith('text/event-stream') ? await readEvents(response, onEvent) : await readBytes(response)
  return {
    status: response.status,
    headers: response.headers,
    type,
    ms: Math.round(performance.now() - begun),
    ...read,
  }
}

async function readBytes(response) {
  const pieces = []
  const isCut = await readPieces(response, (piece) => pieces.push(piece))
  return { bytes: new Blob(pieces), isCut }
}

/** The last event of a call that reports its progress has its result or its error. */
async function readEvents(response, onEvent) {
  const decoder = new TextDecoder()
  // Joined when an event ends: a long one arrives in many pieces.
  let unread = []
  let last
  const isCut = await readPieces(response, (piece) => {
    const text = decoder.decode(piece, { stream: true })
    unread.push(text)
    if (!text.includes('\n')) return
    const events = unread.join('').split('\n\n')
    unread = [events.pop()]
    for (const text of events) {
      const event = eventOf(text)
      if (event === undefined) continue
      last = event
      onEvent(event)
    }
  })
  return { bytes: new Blob([last?.data ?? '']), isCut, lastEvent: last?.name }
}

/** An event of the server, which writes each on lines `event:` and `data:`; undefined for a comment. */
function eventOf(text) {
  const lines = text.split('\n')
  const values = (name) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))
  const data = values('data')
  return data.length === 0 ? undefined : { name: values('event')[0] ?? 'message', data: data.join('\n') }
}

/** Whether the response was longer than is read. */
async function readPieces(response, onPiece) {
  const reader = response.body?.getReader()
  let total = 0
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    total += value.length
    if (total > maxBytes) {
      await reader.cancel()
      return true
    }
    onPiece(value)
  }
  return false
}
