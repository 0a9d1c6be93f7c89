// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** The page of a world. What a world contains is not trusted: it is set as text, never as markup. */
import { attempt, base, send } from './sandbox-api.js'
import { showCalls } from './world-calls.js'
import { showClock } from './world-clock.js'
import { showDeliveries } from './world-deliveries.js'
import { showFaults } from './world-faults.js'
import { showSnapshots } from './world-snapshots.js'

const name = document.getElementById('world').textContent
const path = `/worlds/${name}`
/** What a call causes, such as a mail, may follow a little later. */
const laterMs = 1000

const clock = showClock(path, () => refresh())
const deliveries = showDeliveries(path)
const faults = showFaults(path)
const calls = showCalls(path, `${base}/sandbox${path}/calls/stream`, refresh)
const snapshots = showSnapshots(path, async () => {
  calls.reload()
  await Promise.all([clock.reload(), refreshNow()])
})

const refreshNow = () => Promise.all([deliveries.reload(), faults.reload()])
let due
/** A moment after the last of several changes. */
function refresh() {
  clearTimeout(due)
  due = setTimeout(() => attempt(refreshNow), laterMs)
}

// One part that fails leaves the others.
for (const part of [clock, deliveries, faults, snapshots]) void attempt(() => part.reload())

const cookie = 'onedoor_world'
const use = document.getElementById('use')
const useState = document.getElementById('use-state')

function showUse() {
  const isUsed = document.cookie.split('; ').includes(`${cookie}=${name}`)
  use.textContent = isUsed ? 'Stop using this world' : 'Use this world'
  useState.textContent = isUsed
    ? 'In this browser, addresses without the name of a world belong to this one.'
    : 'If you use it, addresses without the name of a world belong to this one, in this browser.'
  return isUsed
}
if (use) {
  showUse()
  use.addEventListener('click', () => {
    const end = showUse() ? '; Max-Age=0' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only over https and on localhost.
    document.cookie = `${cookie}=${name}; Path=${base}/; SameSite=Lax${end}`
    showUse()
  })
}

document.getElementById('end').addEventListener('click', () => {
  if (!confirm('End this world? Everything in it is deleted.')) return
  void attempt(async () => {
    calls.stop()
    await send('DELETE', path)
    location.assign(`${base}/sandbox`)
  })
})
