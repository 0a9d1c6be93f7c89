// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Shows messages as they are posted, sends them without reloading, and updates the numbers of unread messages. */
const csrfToken = document.querySelector('meta[name="csrf-token"]').content
/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
const rooms = document.getElementById('rooms')
const list = document.getElementById('messages')
const state = document.getElementById('chat-state')
const form = document.getElementById('compose')
/** Messages that the page shows. */
const maxShown = 500
const refreshMs = 30_000
const markMs = 1000

async function call(path, body) {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json', 'X-CSRF-Token': csrfToken }
  const response = await fetch(
    base + path,
    body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) },
  )
  if (response.status === 204) return undefined
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer.result
}

function unreadText(unread = 0) {
  if (unread === 0) return ''
  return unread >= 100 ? '99+ new' : `${unread} new`
}

async function refreshRooms() {
  const { items } = await call('/api/v1/chat/rooms?limit=50')
  for (const { id, title, kind, unread } of items) {
    const link = rooms.querySelector(`[data-room="${CSS.escape(id)}"]`) ?? addRoom(id, title, kind)
    const isOpen = id === list?.dataset.room && document.visibilityState === 'visible'
    link.querySelector('.unread').textContent = isOpen ? '' : unreadText(unread)
  }
}

function addRoom(id, title, kind) {
  const link = document.createElement('a')
  link.href = `${base}/chat?${new URLSearchParams({ room: id })}`
  link.dataset.room = id
  for (const [name, text] of Object.entries({ title, kind: kind === 'news' ? 'article' : kind, unread: '' })) {
    const part = document.createElement('span')
    part.className = name
    part.textContent = text
    link.append(part, ' ')
  }
  const entry = document.createElement('li')
  entry.append(link)
  rooms.prepend(entry)
  return link
}

if (rooms.dataset.signedIn === 'true') {
  const refresh = () => {
    if (document.visibilityState === 'visible') refreshRooms().catch(() => {})
  }
  setInterval(refresh, refreshMs)
  document.addEventListener('visibilitychange', refresh)
}

const times = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: list?.dataset.zone ?? 'UTC',
})
let marking

/** Reports to the server how far this page was read, at most once a second. */
function markRead() {
  if (rooms.dataset.signedIn !== 'true' || document.visibilityState !== 'visible') return
  if (marking) return
  marking = setTimeout(() => {
    marking = undefined
    const last = list.lastElementChild?.id
    if (last) call('/chat', { room: list.dataset.room, read: last }).catch(() => {})
  }, markMs)
}

function show({ id, author, text, is_agent: isAgent, created }) {
  if (document.getElementById(id)) return
  const by = document.createElement('p')
  by.className = 'by'
  const name = document.createElement('b')
  name.textContent = author
  const time = document.createElement('time')
  time.dateTime = created
  time.textContent = times.format(new Date(created))
  by.append(name, isAgent ? ' (agent) ' : ' ', time)
  const typed = document.createElement('p')
  typed.className = 'typed'
  typed.textContent = text
  const entry = document.createElement('li')
  entry.id = id
  entry.append(by, typed)
  list.append(entry)
  while (list.children.length > maxShown) list.firstElementChild.remove()
  state.textContent = ''
  markRead()
}

/** Messages that arrived while earlier ones are still loading; undefined while none are. */
let waiting
let source
let retryMs = 1000

/** Shows messages posted since the page was loaded, or since the connection was lost. */
async function catchUp() {
  waiting ??= []
  try {
    const { messages } = await call(`/api/v1/chat/messages?${new URLSearchParams({ room: list.dataset.room })}`)
    for (const message of messages) show(message)
  } catch {
    // A direct conversation that has not begun cannot be read yet.
  }
  for (const message of waiting) show(message)
  waiting = undefined
}

function follow() {
  source = new EventSource(`${base}/chat/stream?${new URLSearchParams({ room: list.dataset.room })}`)
  let isKnown = false
  source.addEventListener('open', () => {
    retryMs = 1000
    if (state.textContent === lostText) state.textContent = ''
    if (isKnown) return
    isKnown = true
    void catchUp()
  })
  source.addEventListener('reset', catchUp)
  source.addEventListener('posted', ({ data }) => {
    const message = JSON.parse(data)
    if (waiting) waiting.push(message)
    else show(message)
  })
  source.addEventListener('end', ({ data }) => {
    if (JSON.parse(data).reason !== 'lost') return
    source.close()
    state.textContent = 'You can no longer follow this room. Reload the page.'
  })
  source.addEventListener('error', () => {
    // The browser reconnects automatically after a broken connection, but not after a rejected request.
    if (source.readyState !== EventSource.CLOSED) return
    state.textContent = lostText
    retryMs = Math.min(retryMs * 2, 60_000)
    setTimeout(follow, retryMs)
  })
}

const lostText = 'New messages cannot be received at the moment. Trying again.'

if (list?.dataset.live === 'true') {
  follow()
  document.addEventListener('visibilitychange', markRead)
}

if (form) {
  const { message, room } = form.elements
  const fault = document.getElementById('chat-fault')
  const button = form.querySelector('button')
  form.addEventListener('submit', async (event) => {
    // On a page of earlier messages, sending reloads the page with the latest.
    if (list.dataset.live !== 'true') return
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    fault.textContent = ''
    try {
      await call('/api/v1/chat/send', { room: room.value, message: message.value })
      message.value = ''
      if (source?.readyState !== EventSource.OPEN) await catchUp()
    } catch (failure) {
      fault.textContent = failure.message
    }
    button.disabled = false
    message.focus()
  })
  message.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
}
