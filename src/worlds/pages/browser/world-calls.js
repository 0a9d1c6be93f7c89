// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** The calls of a world, as they are made. */
import { element } from './element.js'
import { attempt, send } from './sandbox-api.js'

const maxShown = 200
const list = document.getElementById('calls')
const state = document.getElementById('calls-state')

/**
 * Shows the latest calls of a world, and each that follows.
 *
 * @param {string} path of the world's operations
 * @param {string} stream address of the stream of its calls
 * @param {() => void} onCall runs after each
 */
export function showCalls(path, stream, onCall) {
  /** The latest first. */
  let shown = []
  function show(entries) {
    for (const { item } of shown.slice(maxShown)) item.remove()
    shown = entries.slice(0, maxShown)
  }
  function add(call) {
    const item = itemOf(call)
    // After a rewind, numbers are given again.
    for (const { id, item } of shown) if (id >= call.id) item.remove()
    list.prepend(item)
    show([{ id: call.id, item }, ...shown.filter(({ id }) => id < call.id)])
  }
  async function load() {
    const { calls } = await send('GET', `${path}/calls?limit=100`)
    // What has arrived meanwhile stays.
    const later = shown.filter(({ id }) => id > (calls[0]?.id ?? 0))
    shown = [...later, ...calls.map((call) => ({ id: call.id, item: itemOf(call) }))]
    list.replaceChildren(...shown.map(({ item }) => item))
  }
  const events = new EventSource(stream)
  events.onopen = () => {
    state.textContent = 'Shown as they are made.'
    void attempt(load)
  }
  events.onerror = () => {
    state.textContent = 'The connection is lost. Trying again…'
  }
  events.addEventListener('call', ({ data }) => {
    add(JSON.parse(data))
    onCall()
  })
  return {
    reload() {
      shown = []
      void attempt(load)
    },
    stop: () => events.close(),
  }
}

function itemOf(call) {
  const { method = 'unknown method', status, caller = 'nobody', door = '', time, duration_ms } = call
  const outcome = element('b', status < 400 ? {} : { class: 'failed' }, `${status}`)
  const summary = element('summary', {}, element('code', {}, method), ' ', outcome, ` by ${caller} `)
  summary.append(element('span', { class: 'note' }, `${door} ${time} ${duration_ms} ms`))
  const details = element('details', {}, summary)
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return
    for (const name of ['arguments', 'result']) {
      const isLeftOut = call.left_out.includes(name)
      const text = isLeftOut ? 'not kept' : JSON.stringify(call[name], null, 2)
      const label = name === 'arguments' ? 'Arguments' : 'Response'
      details.append(
        element('p', {}, label),
        element('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text ?? 'none'),
      )
    }
  })
  return element('li', {}, details)
}
