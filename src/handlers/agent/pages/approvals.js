// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Allows a call with a passkey. The buttons are hidden until this script shows them. */
const { browserSupportsWebAuthn, startAuthentication } = globalThis.SimpleWebAuthnBrowser
const csrfToken = document.querySelector('meta[name="csrf-token"]').content

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-CSRF-Token': csrfToken },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}

for (const place of browserSupportsWebAuthn() ? document.querySelectorAll('.passkey') : []) {
  const fault = place.querySelector('[role="alert"]')
  place.hidden = false
  place.querySelector('button').addEventListener('click', async () => {
    fault.textContent = ''
    try {
      const response = await startAuthentication({ optionsJSON: await post('/approvals/passkey/options', {}) })
      const { next } = await post('/approvals/passkey', {
        id: place.closest('[data-approval]').dataset.approval,
        response,
      })
      location.assign(next)
    } catch (failure) {
      fault.textContent =
        failure.name === 'NotAllowedError' ? 'Nothing was done: it was cancelled or took too long.' : failure.message
    }
  })
}
