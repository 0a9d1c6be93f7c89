// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** The form that tries a method: it checks what is typed, sends it to this server, and shows the response. */
import { element } from './element.js'
import { inSamples } from './own-token.js'
import { ownWorld } from './own-world.js'
import { makeCopyable } from './reference.js'
import { withToken } from './sample-token.js'
import { writers } from './sample-writers.js'
import { readCsrfToken, sessionEnded } from './session.js'
import { headersOf, sendCall } from './trial-call.js'
import { eventList, parsed, releaseDownloads, responseParts } from './trial-response.js'
import { readField, requestOf } from './trial-values.js'

const tokenKey = 'onedoor.token'
const sampleLanguages = { curl: 'curl', typescript: 'TypeScript', python: 'Python', cli: 'Command line', mcp: 'MCP' }
const maxSampleChars = 20_000

const form = document.getElementById('trial')
const table = JSON.parse(form.dataset.form)
const token = document.getElementById('try-token')
const session = document.getElementById('try-session')
const sandbox = document.getElementById('try-sandbox')
/** The documented response that a sandbox is to return; absent where there is no sandbox. */
const example = document.getElementById('try-example')
const cancel = document.getElementById('trial-cancel')
const fault = document.getElementById('trial-fault')
const outcome = document.getElementById('trial-outcome')
let running

/** Makes the form usable; further calls do nothing. */
export function startTrial() {
  if (!form.hidden) return
  document.head.append(element('link', { rel: 'stylesheet', href: new URL('./trial.css', import.meta.url).href }))
  form.hidden = false
  // Somebody else may have signed in since a token was typed, so it is remembered only without an account. A world has a
  // token, and must not get that of another server.
  if (!session && token.defaultValue === '') {
    token.value = ofTab() ?? ''
    token.addEventListener('input', () => ofTab(token.value.trim()))
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!running) void tryCall()
  })
  cancel.addEventListener('click', () => running?.abort())
}

/** The token that this tab remembers; given one, it is remembered instead. Storage may be switched off. */
function ofTab(value) {
  try {
    if (value === undefined) return sessionStorage.getItem(tokenKey)
    if (value === '') sessionStorage.removeItem(tokenKey)
    else sessionStorage.setItem(tokenKey, value)
  } catch {}
  return undefined
}

async function tryCall() {
  fault.textContent = ''
  outcome.replaceChildren()
  releaseDownloads()
  running = new AbortController()
  cancel.hidden = false
  try {
    const args = await readArguments()
    if (args) await call(args, running.signal)
  } catch (failure) {
    const isCancelled = failure.name === 'AbortError'
    fault.textContent = isCancelled ? 'The call was cancelled.' : `The call failed: ${failure.message}`
  } finally {
    running = undefined
    cancel.hidden = true
  }
}

async function call(args, signal) {
  const credential = await readCredential()
  const events = table.reportsProgress && eventList()
  const request = requestOf(table, args)
  const inWorld = credential.world ? [requestPart(request, credential)] : []
  outcome.replaceChildren(...(events ? [events.list] : []), ...inWorld, samplePart(args, credential))
  const received = await sendCall(request, credential, { signal, onEvent: events?.add })
  const parts = await responseParts(table, received, credential.csrfToken !== undefined)
  const heading = element('h3', { tabindex: '-1' }, 'Response')
  outcome.prepend(heading, ...parts)
  for (const block of outcome.querySelectorAll('pre')) if (!block.closest('.copyable')) makeCopyable(block)
  if (received.status === 400) await showFaults(received.bytes)
  heading.focus()
}

/**
 * A token if one is typed, otherwise the session of the signed-in person, or without an account a world and its token,
 * unless that is switched off. With `prefer`, the sandbox returns a documented response.
 */
async function readCredential() {
  const typed = token.value.trim()
  const prefer = example?.value
  // Without the choice of a sandbox, the page is in a world itself.
  if (typed !== '') return { token: typed, prefer: sandbox ? '' : prefer }
  if (sandbox?.checked) {
    const world = await ownWorld()
    return { token: world.token, world, prefer }
  }
  if (!session?.checked) return {}
  const csrfToken = await readCsrfToken()
  if (csrfToken === undefined) throw new Error(sessionEnded)
  return { csrfToken }
}

/** The arguments; undefined if one breaks a rule, which is then shown beside its field. */
async function readArguments() {
  const args = {}
  let first
  for (const field of table.fields) {
    const control = form.elements.namedItem(field.name)
    const { text, alongside } = await enteredIn(field, control)
    const sendsEmpty = document.getElementById(`try-${field.name}-empty`)?.checked
    const { value, fault: message = '' } = readField(field, text, sendsEmpty)
    showFault(field.name, message)
    if (message !== '') first ??= control
    if (value !== undefined) Object.assign(args, { [field.name]: value }, alongside)
  }
  first?.focus()
  return first ? undefined : args
}

/** What is typed, or the chosen file as base64 with the arguments that say so. */
async function enteredIn({ name, kind, alongside }, control) {
  const file = kind === 'bytes' && document.getElementById(`try-${name}-file`).files[0]
  if (file) return { text: (await dataUrlOf(file)).replace(/^[^,]*,/, ''), alongside }
  // A browser reports what is no number as an empty value.
  return { text: control.validity.badInput ? 'NaN' : control.value }
}

function dataUrlOf(file) {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

function showFault(name, message) {
  document.getElementById(`try-${name}-fault`).textContent = message === '' ? '' : `${name} ${message}`
  const control = form.elements.namedItem(name)
  if (message === '') control.removeAttribute('aria-invalid')
  else control.setAttribute('aria-invalid', 'true')
}

/** What the server rejects is shown beside the fields too. */
async function showFaults(bytes) {
  const { details = [] } = parsed(await bytes.text()) ?? {}
  for (const { path, message } of details) {
    const field = table.fields.find(({ name }) => name === path.replace(/[.[].*$/, ''))
    if (field) showFault(field.name, message)
  }
}

/** A request to a world as it is sent; its token is no secret. */
function requestPart(request, credential) {
  const { verb, url, body } = request
  const { world } = credential
  const headers = Object.entries(headersOf(request, credential, table.reportsProgress))
  const lines = [`${verb} ${world.baseUrl}${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  const text = [...lines, ...(body === undefined ? [] : ['', body])].join('\n').slice(0, maxSampleChars)
  const link = element('a', { href: world.page }, 'Open the sandbox')
  const about = element('p', {}, 'The request went to a sandbox. ', link, ' to see its records, mail and clock.')
  return element('section', {}, about, element('pre', { tabindex: '0', role: 'group', 'aria-label': 'Request' }, text))
}

/** The same call as a sample, in a language of choice. */
function samplePart(args, { token: secret, world }) {
  const isShown = world || secret === token.defaultValue
  const choice = element('select', { id: 'trial-language' })
  // The method has documented samples in these.
  const documented = [...document.querySelectorAll('input[name=language]')].map(({ value }) => value)
  for (const [name, label] of Object.entries(sampleLanguages)) {
    if (documented.includes(name)) choice.append(element('option', { value: name }, label))
  }
  const chosen = document.querySelector('input[name=language]:checked')?.value
  if (chosen in sampleLanguages) choice.value = chosen
  const block = element('pre', { tabindex: '0', role: 'group', 'aria-label': 'The same call as a sample' })
  const show = () => {
    // The server's address comes before all values, one of which may look like it.
    const text = writers[choice.value](undefined, table, args).replace(
      form.dataset.sampleServer,
      () => world?.baseUrl ?? form.dataset.server,
    )
    const sample = isShown ? withToken(text.trimEnd(), secret) : inSamples(text.trimEnd())
    block.textContent = text.length > maxSampleChars ? 'The sample is too long to be shown.' : sample
  }
  choice.addEventListener('change', show)
  show()
  const label = element('label', { for: 'trial-language' }, 'The same call in ')
  return element('section', { class: 'same-call' }, element('p', {}, label, choice), block)
}
