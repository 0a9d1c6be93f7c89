// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** The snapshots of a world: taken, deleted, and gone back to. */
import { element } from './element.js'
import { attempt, onSubmit, send } from './sandbox-api.js'

const list = document.getElementById('snapshots')
const form = document.getElementById('take-snapshot')
const state = document.getElementById('snapshot-state')

/**
 * @param {string} path of the world's operations
 * @param {() => Promise<void>} onRewind runs after a rewind
 */
export function showSnapshots(path, onRewind) {
  const address = `${path}/snapshots`
  async function reload() {
    const { snapshots } = await send('GET', address)
    list.replaceChildren(...snapshots.map(itemOf))
  }
  function itemOf({ name, time }) {
    const button = (text, work) => {
      const made = element('button', { type: 'button', class: 'second', 'aria-label': `${text} ${name}` }, text)
      made.addEventListener('click', () => attempt(work))
      return made
    }
    const rewind = button('Rewind to', async () => {
      await send('POST', `${address}/${name}/rewind`)
      state.textContent = `The world is as it was in ${name}.`
      await onRewind()
    })
    const remove = button('Delete', async () => {
      await send('DELETE', `${address}/${name}`)
      await reload()
    })
    return element('li', {}, element('b', {}, name), ` of ${time}`, rewind, remove)
  }
  onSubmit(form, async () => {
    const name = form.elements.namedItem('snapshot').value.trim()
    await send('POST', address, { name })
    state.textContent = `The snapshot ${name} is taken.`
    await reload()
  })
  return { reload }
}
