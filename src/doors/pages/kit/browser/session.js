// @ts-nocheck: it runs in browsers, and the types here are those of Node.

/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
/** The CSRF token of the signed-in person, read from a page of the settings; undefined if the session has ended. */
export async function readCsrfToken() {
  const response = await fetch(`${base}/settings`, { credentials: 'same-origin' })
  if (response.redirected || !response.ok) return undefined
  const settings = new DOMParser().parseFromString(await response.text(), 'text/html')
  return settings.querySelector('meta[name="csrf-token"]').content
}

export const sessionEnded = 'You are no longer signed in. Sign in again, or use a token.'
