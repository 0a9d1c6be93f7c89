import { expect, test } from 'vitest'
import { withCapabilities } from '../../testing/asking.ts'
import { serverForTests } from '../../testing/server.ts'
import { typeLine } from '../../testing/typed-line.ts'

const server = serverForTests()

test('a person lists the calls that wait, allows one and denies another from the command line', async () => {
  const ada = await server().account()
  const { token = '' } = await withCapabilities(ada)
  const env = { ONEDOOR_URL: server().url, ONEDOOR_TOKEN: token }
  const propose = (title: string) =>
    server().approvals.request({
      ...{ accountId: ada.id, operation: 'notes.delete', args: { title }, actor: { kind: 'agent' }, run: 'run_1' },
      ...{ reason: 'Text by others was read.', microCredits: 0 },
    })
  const [tent, stove] = [await propose('Tent'), await propose('Stove')]
  const listed = await typeLine(['approvals'], { env })
  expect(JSON.parse(listed.out)).toMatchObject({ total: 2, items: [{ id: stove.id }, { id: tent.id }] })
  const allowed = await typeLine(['approve', tent.id, '--scope', 'run'], { env })
  expect(JSON.parse(allowed.out)).toMatchObject({ approval: { id: tent.id, state: 'allowed' } })
  const denied = await typeLine(['deny', stove.id], { env })
  expect(JSON.parse(denied.out)).toMatchObject({ approval: { id: stove.id, state: 'denied' } })
  expect(JSON.parse((await typeLine(['approvals'], { env })).out)).toMatchObject({ total: 0 })
  expect(await typeLine(['approve'], { env })).toMatchObject({ code: 2, err: expect.stringContaining('id') })
  expect((await typeLine(['approve', '--help'], { env })).out).toContain('Decide an approval')
  expect(await server().approvals.rules(ada.id)).toHaveLength(1)
})
