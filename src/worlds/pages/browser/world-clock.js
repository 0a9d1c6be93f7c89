// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** The clock of a world: it is shown as it runs, and moved. */
import { attempt, onSubmit, send } from './sandbox-api.js'

const tickMs = 1000
const time = document.getElementById('time')
const timeState = document.getElementById('time-state')
const freeze = document.getElementById('freeze')
const state = document.getElementById('clock-state')
const form = document.getElementById('set-clock')

/**
 * @param {string} path of the world's operations
 * @param {() => void} onMove runs after each move
 */
export function showClock(path, onMove) {
  let reading
  let readAt
  function tick() {
    if (reading === undefined) return
    const ms = Date.parse(reading.time) + (reading.frozen ? 0 : Date.now() - readAt)
    const text = new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
    time.dateTime = text
    time.textContent = text
  }
  function show(given) {
    reading = given
    readAt = Date.now()
    freeze.textContent = given.frozen ? 'Let it run' : 'Freeze'
    const next = given.next === undefined ? '' : `, something is due at ${given.next}`
    timeState.textContent = `${given.frozen ? 'stands still' : 'runs'}${next}`
    tick()
  }
  setInterval(tick, tickMs)

  const move = (how) =>
    attempt(async () => {
      state.textContent = 'Moving…'
      try {
        const moved = await send('POST', `${path}/clock`, how)
        show(moved)
        const cut = moved.cut_short ? ' Too much was due on the way, so the rest was done at the end.' : ''
        state.textContent = `Jobs that ran: ${moved.jobs}.${cut}`
        onMove()
      } catch (failure) {
        state.textContent = ''
        throw failure
      }
    })
  for (const button of document.querySelectorAll('[data-advance]'))
    button.addEventListener('click', () => move({ advance: button.dataset.advance }))
  freeze.addEventListener('click', () => move({ frozen: !reading?.frozen }))
  onSubmit(form, () => move({ time: form.elements.namedItem('time-to-set').value.trim() }))
  return { reload: async () => show(await send('GET', `${path}/clock`)) }
}
