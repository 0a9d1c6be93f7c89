// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** The list of worlds, and the form that makes one. */
import { element } from './element.js'
import { attempt, base, onSubmit, send } from './sandbox-api.js'

const form = document.getElementById('new-world')
const seed = form.elements.namedItem('seed')
const list = document.getElementById('worlds')

onSubmit(form, async () => {
  const given = [...new FormData(form)].filter(([, value]) => value !== '')
  const { name } = await send('POST', '/worlds', Object.fromEntries(given))
  location.assign(`${base}/sandbox/${name}`)
})

void attempt(async () => {
  const { seeds } = await send('GET', '/seeds')
  for (const { name, summary } of seeds) seed.append(element('option', { value: name }, `${name}: ${summary}`))
})

if (list)
  void attempt(async () => {
    const { worlds } = await send('GET', '/worlds')
    document.getElementById('no-worlds').hidden = worlds.length > 0
    list.append(
      ...worlds.map(({ name, state, used_at }) =>
        element(
          'li',
          {},
          element('a', { href: `${base}/sandbox/${name}` }, name),
          ` ${state}, last used `,
          element('time', { datetime: used_at }, used_at),
        ),
      ),
    )
  })
