// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Shows notifications that arrive while no page is open, and opens their links. */
const home = '/settings/notifications'
/** The path of BASE_URL, with which all addresses on this server begin. */
const base = new URL(self.registration.scope).pathname.replace(/\/notify\/$/, '')

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title = 'Onedoor', body = '', url = home, tag } = read(event.data)
  event.waitUntil(self.registration.showNotification(title, { body, data: { url }, ...(tag ? { tag } : {}) }))
})

/** A push service may wake the worker without a message; browsers require a notification even then. */
function read(data) {
  try {
    return data.json()
  } catch {
    return {}
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = event.notification.data?.url ?? home
  event.waitUntil(openAt(new URL(/^\/(?!\/)/.test(url) ? base + url : url, self.location.origin)))
})

async function openAt(url) {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find((each) => each.url === url.href)
  if (page) await page.focus()
  else await self.clients.openWindow(url.href)
}
