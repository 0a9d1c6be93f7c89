// @ts-nocheck: it runs in browsers, and the types here are those of Node.
// The page around an app: sends the calls of the app in the frame to this server.
const frame = document.querySelector('iframe[data-app]')
/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
const { pass, allow } = frame.dataset
const notice = document.querySelector('[data-notice]')
/** Concurrent calls; further ones wait. */
const maxConcurrent = 6
const maxWaiting = 200
const waiting = []
let running = 0
let port

/** Shows a message outside of the app, which could fake one inside. */
function show(text, link) {
  notice.textContent = text
  if (link) {
    const anchor = document.createElement('a')
    anchor.href = base + link
    anchor.textContent = 'Decide what this app may do'
    notice.append(' ', anchor)
  }
  notice.hidden = false
}

async function send({ service, method, verb, query, args }) {
  const response = await fetch(`${base}/apps/-/call`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-App-Pass': pass },
    body: JSON.stringify({ service, method, verb, query, args }),
  })
  const body = await response.json().catch(() => undefined)
  if (response.headers.get('X-App-Asks')) {
    const id = response.headers.get('X-App-Asks')
    show(`This app asks to use ${id}.`, `${allow}?ask=${encodeURIComponent(id)}`)
  }
  return { status: response.status, body }
}

async function next() {
  const message = waiting.shift()
  if (!message) return
  running += 1
  const { id, from } = message
  const answer = await send(message).catch(() => ({
    status: 503,
    body: { error: 'The server cannot be reached.', code: 'unavailable' },
  }))
  running -= 1
  from.postMessage({ id, ...answer })
  void next()
}

function take(from, { data }) {
  if (waiting.length >= maxWaiting) {
    from.postMessage({
      id: data?.id,
      status: 429,
      body: { error: 'Too many calls are already waiting.', code: 'rate_limited' },
    })
    return
  }
  waiting.push({ ...data, from })
  if (running < maxConcurrent) void next()
}

/** Ends an app that navigates: some browsers connect before they block it, to a host whose name can carry data. */
function end() {
  if (!frame.isConnected) return
  port?.close()
  waiting.length = 0
  frame.remove()
  show('The app was closed because it tried to open another page. To open the app again, reload this page.')
}

document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
  if (effectiveDirective === 'frame-src') end()
})
addEventListener('message', (event) => {
  // An opaque origin has no name, so the frame is recognised by its window.
  if (event.source !== frame.contentWindow || event.data !== 'onedoor') return
  port?.close()
  const channel = new MessageChannel()
  port = channel.port1
  const own = port
  own.onmessage = (message) => take(own, message)
  frame.contentWindow.postMessage('onedoor', '*', [channel.port2])
})
frame.src = frame.dataset.app
