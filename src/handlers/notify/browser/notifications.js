// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Allows notifications in this browser, and shows those that arrive while the page is open. */
const csrfToken = document.querySelector('meta[name="csrf-token"]').content
/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
const here = document.getElementById('this-browser')
const key = here.dataset.key
const button = here.querySelector('button')
const fault = here.querySelector('[role="alert"]')
const scope = `${base}/notify/`
/** How many notifications the page shows. */
const maxShown = 20

async function post(path, body) {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-CSRF-Token': csrfToken },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}

function bytesOf(base64url) {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function isSame(buffer, bytes) {
  const other = new Uint8Array(buffer ?? [])
  return other.length === bytes.length && bytes.every((byte, index) => byte === other[index])
}

/** A new worker is active a moment after it was registered. */
function active(registration) {
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return registration
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(registration)
      if (worker.state === 'redundant') reject(new Error('The browser refused the service worker.'))
    })
  })
}

async function allow() {
  const registration = await active(await navigator.serviceWorker.register(`${scope}worker.js`, { scope }))
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') {
    throw new Error('Notifications are blocked in this browser. Allow them for this site in the browser settings.')
  }
  const applicationServerKey = bytesOf(key)
  const before = await registration.pushManager.getSubscription()
  // Only the server that had the key of a subscription can send to it.
  if (before && !isSame(before.options.applicationServerKey, applicationServerKey)) await before.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  return post('/settings/notifications/devices', { subscription: subscription.toJSON() })
}

async function endpointHash(subscription) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(new URL(subscription.endpoint).href))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Marks this browser among the devices. */
async function markHere() {
  const registration = await navigator.serviceWorker.getRegistration(scope)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  const device = document.querySelector(`[data-endpoint="${await endpointHash(subscription)}"]`)
  if (!device) return
  device.append(' (this browser)')
  here.querySelector('p').textContent = 'Notifications are shown in this browser.'
  button.hidden = true
}

if (here.dataset.on === 'true') {
  if (!globalThis.isSecureContext) {
    here.querySelector('p').textContent = 'Browsers show notifications only over https, or on localhost.'
  } else if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)) {
    here.querySelector('p').textContent =
      'This browser cannot show notifications. On an iPhone or iPad, add this page to the home screen and open it there.'
  } else {
    button.hidden = false
    button.addEventListener('click', async () => {
      fault.textContent = ''
      button.disabled = true
      try {
        const { next } = await allow()
        location.assign(next)
      } catch (failure) {
        fault.textContent = failure.message
        button.disabled = false
      }
    })
    markHere().catch(() => {})
  }
}

const list = document.getElementById('live-notifications')
const state = document.getElementById('live-state')
let retryMs = 1000
let retry

function show({ title, body, url, tag }) {
  const entry = document.createElement('li')
  const name = document.createElement(url ? 'a' : 'b')
  name.textContent = title
  if (url) {
    const target = new URL(/^\/(?!\/)/.test(url) ? base + url : url, location.href)
    if (target.protocol === 'https:' || target.protocol === 'http:') name.href = target.href
  }
  entry.append(name)
  if (body) entry.append(document.createElement('br'), body)
  if (tag) {
    entry.dataset.tag = tag
    for (const other of list.children) if (other.dataset.tag === tag) other.remove()
  }
  list.prepend(entry)
  while (list.children.length > maxShown) list.lastChild.remove()
  state.textContent = 'Notifications that arrive while this page is open are shown here.'
}

function follow() {
  const source = new EventSource(`${scope}stream`)
  source.addEventListener('open', () => {
    retryMs = 1000
    if (list.children.length === 0)
      state.textContent = 'Notifications that arrive while this page is open are shown here.'
  })
  source.addEventListener('notification', ({ data }) => show(JSON.parse(data)))
  source.addEventListener('end', ({ data }) => {
    if (JSON.parse(data).reason !== 'lost') return
    source.close()
    state.textContent = 'You were signed out. Load the page again.'
  })
  source.addEventListener('error', () => {
    // The browser reconnects automatically after a broken connection, but not after a refusal.
    if (source.readyState !== EventSource.CLOSED) return
    retryMs = Math.min(retryMs * 2, 60_000)
    clearTimeout(retry)
    retry = setTimeout(follow, retryMs)
  })
}

follow()
