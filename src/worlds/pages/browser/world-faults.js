// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** The faults of a world: added by a form, and removed. */
import { element } from './element.js'
import { attempt, onSubmit, send } from './sandbox-api.js'

const list = document.getElementById('faults')
const none = document.getElementById('no-faults')
const form = document.getElementById('add-fault')
const kind = form.elements.namedItem('kind')
const fields = [...form.querySelectorAll('[data-kinds]')]

/** @param {string} path of the world's operations */
export function showFaults(path) {
  async function reload() {
    const { faults } = await send('GET', `${path}/faults`)
    none.hidden = faults.length > 0
    list.replaceChildren(...faults.map(itemOf))
  }
  function itemOf({ id, applied, ...fault }) {
    const remove = element('button', { type: 'button', class: 'second', 'aria-label': `Remove ${fault.kind} ${id}` })
    remove.textContent = 'Remove'
    remove.addEventListener('click', () =>
      attempt(async () => {
        await send('DELETE', `${path}/faults/${encodeURIComponent(id)}`)
        await reload()
      }),
    )
    const { kind, method, ...others } = fault
    const about = Object.entries(others).map(([name, value]) => `${name} ${value}`)
    const facts = [...about, `applied to ${applied} ${applied === 1 ? 'call' : 'calls'}`].join(', ')
    return element('li', {}, element('b', {}, kind), ' ', element('code', {}, method ?? ''), ` ${facts}`, remove)
  }
  showFields()
  kind.addEventListener('change', showFields)
  onSubmit(form, async () => {
    await send('POST', `${path}/faults`, { kind: kind.value, ...entered() })
    await reload()
  })
  return { reload }
}

/** Only those of the chosen kind. What is disabled is neither checked nor sent. */
function showFields() {
  for (const field of fields) {
    field.hidden = !field.dataset.kinds.split(' ').includes(kind.value)
    field.querySelector('input').disabled = field.hidden
  }
}

function entered() {
  const inputs = fields.map((field) => field.querySelector('input'))
  const given = inputs.filter(({ disabled, value }) => !disabled && value.trim() !== '')
  return Object.fromEntries(
    given.map(({ dataset, type, value }) => [dataset.name, type === 'number' ? Number(value) : value.trim()]),
  )
}
