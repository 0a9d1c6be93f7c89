import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { EventReader } from '#testing/event-reader.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, startMs: Date.parse('2027-03-01T09:00:00Z') })
})
afterAll(() => sandbox.stop())

const token = () => sandbox.accounts[0]?.token ?? ''
const clientOf = (world: string) => createClient({ baseUrl: `${sandbox.url}/w/${world}`, token: token() })

async function clockOf(world: string, move?: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const posted = move && { method: 'POST', body: JSON.stringify(move), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${world}/clock`, posted)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const at = '2027-03-01T09:00:00.000Z'

test('reminders follow the clock in order, each at its own time, and open streams see them', async () => {
  await clockOf('reminders', { time: '2027-03-01T10:00:00Z', frozen: true })
  const client = clientOf('reminders')
  const stream = await EventReader.open(`${sandbox.url}/w/reminders/notify/stream`, {
    authorization: `Bearer ${token()}`,
  })
  const daily = await client.events.create({ title: 'Daily', when: '2027-03-01T11:00:00Z', repeat: 'daily' })
  const once = await client.events.create({ title: 'Once', when: '2027-03-02T12:00:00Z' })
  expect((await clockOf('reminders')).body).toMatchObject({ frozen: true, next: '2027-03-01T11:00:00.000Z' })
  const moved = await clockOf('reminders', { advance: 'P2DT2H' })
  expect(moved.body).toMatchObject({ time: '2027-03-03T12:00:00.000Z', frozen: true, cut_short: false })
  await vi.waitFor(() => expect(stream.events.length).toBeGreaterThanOrEqual(5))
  const titles = stream.events.flatMap(({ event, data }) =>
    event === 'notification' ? [(data as { title: string }).title] : [],
  )
  expect(titles).toEqual(['Daily', 'Daily', 'Once', 'Daily'])
  expect(await client.events.read({ id: once.id })).toMatchObject({ last_fired: '2027-03-02T12:00:00.000Z' })
  expect(await client.events.read({ id: daily.id })).toMatchObject({
    last_fired: '2027-03-03T11:00:00.000Z',
    when: '2027-03-04T11:00:00.000Z',
  })
})

test('daily schedules run each day of a move, and hourly upkeep once in it', async () => {
  await clockOf('schedules', { time: '2027-03-02T09:00:00Z', frozen: true })
  expect((await clockOf('schedules')).body.next).toBe('2027-03-03T03:23:00.000Z')
  const oneDay = (await clockOf('schedules', { advance: 'P1D' })).body.jobs as number
  const threeDays = (await clockOf('schedules', { advance: 'P3D' })).body.jobs as number
  const daily = ['storage.recount', 'images.daily']
  expect(threeDays - oneDay).toBe(2 * daily.length)
})

test('a stream ends when its token expires with the clock', async () => {
  const { runtime } = (await sandbox.worlds.get('expiry')).server
  const ada = await runtime.accounts.get('ada')
  const scope = { services: 'all', capabilities: [] } as const
  const { secret } = await runtime.tokens.create(ada.id, { scope, actions: true, days: 1, name: 'short' })
  const authorization = `Bearer ${secret}`
  const stream = await EventReader.open(`${sandbox.url}/w/expiry/notify/stream`, { authorization })
  await clockOf('expiry', { advance: 'P2D' })
  await vi.waitFor(() => expect(stream.isOver).toBe(true))
  expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'lost' } })
  const response = await fetch(`${sandbox.url}/w/expiry/api/v1/notes/list`, { headers: { authorization } })
  expect(response.status).toBe(401)
})

test('a limit that was reached is over when its time has passed on the clock', async () => {
  await clockOf('limits', { frozen: true })
  const guess = async () => {
    const headers = { authorization: `Bearer od_${'x'.repeat(40)}` }
    return (await fetch(`${sandbox.url}/w/limits/api/v1/notes/list`, { headers })).status
  }
  const statuses = await Promise.all(Array.from({ length: 301 }, guess))
  expect([...new Set(statuses)].sort()).toEqual([401, 429])
  await clockOf('limits', { advance: 'PT2M' })
  expect(await guess()).toBe(401)
})

test('the clock is frozen, resumed and moved, but never set back', async () => {
  expect(await clockOf('moves', { frozen: true })).toMatchObject({ status: 200, body: { frozen: true, jobs: 0 } })
  const { time } = (await clockOf('moves')).body
  expect((await clockOf('moves', {})).body).toMatchObject({ time, frozen: true })
  expect((await clockOf('moves', { frozen: false })).body).toMatchObject({ frozen: false })
  for (const [move, message] of [
    [{ time: at.replace('2027', '2026') }, 'cannot be set back'],
    [{ time: '1 March' }, 'time must be an RFC 3339 time'],
    [{ advance: '2 hours' }, 'advance must be an ISO 8601 duration'],
    [{ advance: 'P9000Y' }, 'advance must end before the year 9000'],
    [{ time: '2028-01-01T00:00:00Z', advance: 'PT1H' }, 'not both'],
    [{ speed: 2 }, 'has no argument speed'],
  ] as const) {
    const { status, body } = await clockOf('moves', move)
    expect({ status, code: body.code }, message).toEqual({ status: 400, code: 'invalid_argument' })
    expect(body.error).toContain(message)
  }
  expect((await clockOf('moves')).body).toMatchObject({ frozen: false })
})

test('moves that come together are done one after the other', async () => {
  await clockOf('together', { time: at.replace('T09', 'T10'), frozen: true })
  await Promise.all(Array.from({ length: 5 }, () => clockOf('together', { advance: 'PT1H' })))
  expect((await clockOf('together')).body.time).toBe(at.replace('T09', 'T15'))
})
