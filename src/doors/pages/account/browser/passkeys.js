// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Creates passkeys, signs in and confirms with them. What it acts on is hidden until this script shows it. */
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser
const csrfToken = document.querySelector('meta[name="csrf-token"]').content
/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''

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

/** Runs the action of a button and shows its failure next to it. */
function run(place, button, work) {
  const fault = place.querySelector('[role="alert"]')
  return async (event) => {
    event.preventDefault()
    fault.textContent = ''
    button.disabled = true
    try {
      const { next } = await work()
      location.assign(next)
    } catch (failure) {
      fault.textContent =
        failure.name === 'NotAllowedError' ? 'Nothing was done: it was cancelled or took too long.' : failure.message
      button.disabled = false
    }
  }
}

const signIn = document.getElementById('passkey-sign-in')
if (signIn && browserSupportsWebAuthn()) {
  const button = signIn.querySelector('button')
  button.addEventListener(
    'click',
    run(signIn, button, async () => {
      const optionsJSON = await post('/signin/passkey/options', {})
      const response = await startAuthentication({ optionsJSON })
      return post('/signin/passkey', { response, next: signIn.dataset.next })
    }),
  )
  signIn.hidden = false
}

const add = document.getElementById('passkey-add')
if (add && browserSupportsWebAuthn()) {
  add.addEventListener(
    'submit',
    run(add, add.querySelector('button'), async () => {
      const optionsJSON = await post('/settings/security/passkeys/options', {})
      const response = await startRegistration({ optionsJSON })
      return post('/settings/security/passkeys', { name: add.elements.passkey_name.value, response })
    }),
  )
  add.hidden = false
}

/** What a person confirms: `data-confirm` has the path that takes the passkey, `data-id` what it is about. */
for (const place of browserSupportsWebAuthn() ? document.querySelectorAll('[data-confirm]') : []) {
  const path = place.dataset.confirm
  const button = place.querySelector('button')
  button.addEventListener(
    'click',
    run(place, button, async () => {
      const reason = place.closest('form')?.elements.reason?.value
      const optionsJSON = await post(`${path}/options`, {})
      return post(path, { id: place.dataset.id, reason, response: await startAuthentication({ optionsJSON }) })
    }),
  )
  place.hidden = false
}
