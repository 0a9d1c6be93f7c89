import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { isWhole } from '#testing/drawn-rows.ts'
import { type RunningSandbox, startSandbox } from './sandbox.ts'

/** As many as tests of a frontend that run at once, each in a separate world. */
const count = isWhole ? 500 : 40
const maxOpen = isWhole ? 100 : 10

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, maxOpen })
})
afterAll(() => sandbox.stop(), 120_000)

const clientOf = (index: number) => {
  const { token } = sandbox.accounts[index % 3] ?? {}
  return createClient({ baseUrl: `${sandbox.url}/w/test-${index}`, token: token ?? '', retries: 0, timeoutMs: 600_000 })
}
const everyone = <T>(run: (index: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => run(n)))
async function openCount() {
  await sandbox.worlds.park(3_600_000)
  return sandbox.worlds.list().filter(({ state }) => state === 'open').length
}

test('many worlds at once pass each its own test without cleaning up, and those that were parked come back', async () => {
  await everyone(async (index) => {
    const { notes, tasks } = clientOf(index)
    await notes.add({ title: 'Shopping', text: `Pears for ${index}` })
    const { id } = await tasks.create({ title: `Pick ${index} pears` })
    await tasks.update({ id, status: 'done' })
    expect((await tasks.list({})).items).toMatchObject([{ title: `Pick ${index} pears`, status: 'done' }])
  })
  expect(sandbox.worlds.count).toBe(count)
  await expect.poll(openCount).toBeLessThanOrEqual(maxOpen)
  const texts = await everyone(async (index) => (await clientOf(index).notes.get({ title: 'Shopping' })).text)
  expect(texts).toEqual(Array.from({ length: count }, (_, index) => `Pears for ${index}`))
}, 1_200_000)
