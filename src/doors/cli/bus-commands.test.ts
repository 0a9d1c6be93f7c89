import { expect, test } from 'vitest'
import { manualClock } from '../../runtime/base/clock.ts'
import { busOf, createReceivedTable, namesReceived, say, writer } from '../../runtime/bus/fixtures/received.ts'
import { forEachDatabase } from '../../testing/databases.ts'
import { typeLine } from '../../testing/typed-line.ts'

forEachDatabase((_dialect, openTestStore, newDatabase) => {
  test('an administrator sees failed events, retries and replays them', async () => {
    const settings = await newDatabase()
    const { dataDir, databaseUrl } = settings
    const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    const onedoor = (...args: string[]) => typeLine(['bus', ...args], { env, services: ['notes'] })
    const store = await openTestStore(settings)
    expect(await onedoor('status')).toEqual({
      code: 0,
      out: '',
      err: 'There are no subscribers yet. Start the server once to register them.\n',
    })

    await createReceivedTable(store)
    const clock = manualClock('2026-11-21T09:30:00Z')
    const { bus } = busOf(store, clock)
    await bus.start([writer('notes'), writer('other')])
    await say(bus, store, 'a')
    await store.run(
      store
        .sql('bus_announcements')
        .insert({ topic: 'tests.happened', payload: '{"name":7}', created_at: clock.now() }),
    )
    await bus.settle()
    const shown = (await onedoor('status')).out.split('\n').map((line) => line.split('\t'))
    expect(shown).toEqual([
      ['SUBSCRIBER', 'BEHIND', 'WAITING', 'FAILED'],
      ['notes', '0', '0', '1'],
      ['other', '0', '0', '1'],
      [''],
      ['EVENT', 'SUBSCRIBER', 'TOPIC', 'TIME', 'ATTEMPTS', 'ERROR'],
      ['2', 'notes', 'tests.happened', '2026-11-21T09:30:00.000Z', '1', expect.stringContaining('name: ')],
      ['2', 'other', 'tests.happened', '2026-11-21T09:30:00.000Z', '1', expect.stringContaining('name: ')],
      [''],
    ])
    expect(JSON.parse((await onedoor('status', '--json')).out)).toMatchObject({
      listeners: [{ name: 'notes', lag: 0, waiting: 0, dead: 1 }, { name: 'other' }],
      given_up: [{ announcement: 2, listener: 'notes', at: '2026-11-21T09:30:00.000Z' }, { listener: 'other' }],
    })

    await store.run(store.sql('bus_announcements').where({ id: 2 }).update({ payload: '{"name":"b"}' }))
    expect(await onedoor('retry', 'notes', '2')).toEqual({
      code: 0,
      out: 'Retrying 1 events for notes.\n',
      err: '',
    })
    await bus.settle()
    expect(await namesReceived(store, 'notes')).toEqual(['a', 'b'])
    expect(await onedoor('retry', 'notes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No events have failed'),
    })

    expect((await onedoor('replay', 'other', '--from', 'beginning')).out).toBe('Redelivering 2 events to other.\n')
    await bus.settle()
    expect(await namesReceived(store, 'other')).toEqual(['a', 'a', 'b'])
    expect(await onedoor('replay', 'nobody', '--from', 'beginning')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No subscriber is named "nobody"'),
    })
    expect(await onedoor('replay', 'other', '--from', 'yesterday')).toMatchObject({
      code: 2,
      err: expect.stringContaining('RFC 3339'),
    })
    await bus.close()
  })
})
