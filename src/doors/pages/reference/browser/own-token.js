// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** A token of the signed-in person in the samples of a page. It is created only on request, and only this page has it. */
import { withToken } from './sample-token.js'
import { readCsrfToken, sessionEnded } from './session.js'

/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
const place = `${base}/settings/tokens`
let secret

/**
 * Creates a token with the rights that the method needs, for a day, and writes it into the samples of the page.
 *
 * @param {HTMLButtonElement} button that was pressed; it has the rights
 */
export async function useOwnToken(button) {
  const state = document.getElementById('own-token-state')
  button.disabled = true
  state.textContent = ''
  try {
    const rights = JSON.parse(button.dataset.rights)
    secret = await createToken(rights)
    for (const code of document.querySelectorAll('.sample pre code')) code.textContent = inSamples(code.textContent)
    const link = document.createElement('a')
    link.href = place
    link.textContent = 'Revoke it in the settings'
    button.hidden = true
    const what = `${rights.changes ? 'reads and changes' : 'only reads'} ${rights.capability ?? rights.family}`
    state.replaceChildren(`A new token, ${nameOf(rights)}, is in the samples. It ${what}, and expires in a day. `, link)
    link.focus()
  } catch (failure) {
    state.textContent = `No token was created: ${failure.message}`
    button.disabled = false
  }
}

const nameOf = ({ id }) => `Sample of ${id}`

/** The form of the settings creates it: there is no other way to create one. */
async function createToken(rights) {
  const { family, capability, changes } = rights
  const csrfToken = await readCsrfToken()
  if (csrfToken === undefined) throw new Error(sessionEnded)
  const fields = {
    csrf_token: csrfToken,
    name: nameOf(rights),
    days: '1',
    ...(capability === undefined ? { kind: 'services', service: family } : { kind: 'product', capability }),
    ...(changes ? { actions: 'yes' } : {}),
  }
  const response = await fetch(place, { method: 'POST', credentials: 'same-origin', body: new URLSearchParams(fields) })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (!response.ok) throw new Error(page.querySelector('[role=alert]')?.textContent ?? `status ${response.status}`)
  return page.querySelector('main pre code').textContent
}

/** A sample with the token of this page, if there is one, in place of the variable. */
export function inSamples(text) {
  return secret === undefined ? text : withToken(text, secret)
}
