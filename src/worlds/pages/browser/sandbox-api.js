// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Calls the API of the sandbox that serves this page. */

/** The path of BASE_URL, with which all addresses on this server begin. */
export const base = document.documentElement.dataset.base ?? ''
const problem = document.getElementById('problem')

/**
 * Makes a call.
 *
 * @param {string} path below `/sandbox`
 * @returns the body of the response; undefined if it has none
 * @throws {Error} whose message is the sandbox's
 */
export async function send(method, path, body) {
  const response = await fetch(`${base}/sandbox${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  if (response.status === 204) return undefined
  const result = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(result.error ?? `The sandbox responded with status ${response.status}.`)
  return result
}

/** Runs what the person asked for, and shows why it failed. */
export async function attempt(work) {
  problem.hidden = true
  try {
    await work()
  } catch (failure) {
    problem.textContent = failure.message
    problem.hidden = false
    problem.scrollIntoView({ block: 'nearest' })
  }
}

/** Runs `work` when a form is sent. */
export function onSubmit(form, work) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(work)
  })
}
