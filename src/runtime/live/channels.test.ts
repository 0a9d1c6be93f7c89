import { expect, test, vi } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { watchedReader } from '#testing/watched-reader.ts'
import { Channels } from './channels.ts'
import { insertEvent } from './event-table.ts'

forEachDatabase((_dialect, openTestStore) => {
  async function opened() {
    const store = await openTestStore()
    const read = vi.fn()
    const hooks = { beforeDelivery: vi.fn(async () => undefined), onFailure: vi.fn() }
    const reader = watchedReader(store, read)
    const channels = new Channels(reader, hooks)
    const publish = (word: string) =>
      store.write((tx) => insertEvent(tx, { channel: 'room:1', event: 'word', data: { word } }, 1_800_000_000_000))
    const received = (): [string[], (event: { data: string }) => void] => {
      const all: string[] = []
      return [all, ({ data }) => all.push(JSON.parse(data).word)]
    }
    const look = async () => {
      channels.look('unknown')
      await channels.idle()
    }
    return { reader, channels, read, hooks, publish, received, look }
  }

  test('events are read once for all readers of a channel, and a reader who has left gets none', async () => {
    const { channels, read, publish, received, look } = await opened()
    const [[ann, receiveAnn], [ben, receiveBen]] = [received(), received()]
    await publish('before')
    const { seq, leave } = await channels.join('room:1', receiveAnn)
    const other = await channels.join('room:1', receiveBen)
    expect(other.seq).toBe(seq)
    read.mockClear()
    await publish('one')
    await look()
    expect(read).toHaveBeenCalledTimes(1)
    leave()
    await publish('two')
    await look()
    expect([ann, ben]).toEqual([['one'], ['one', 'two']])
  })

  test('a reader gets no event that was published before it joined, even if no earlier look has found it', async () => {
    const { channels, hooks, publish, received, look } = await opened()
    const [[ann, receiveAnn], [ben, receiveBen], [eve, receiveEve]] = [received(), received(), received()]
    await channels.join('room:1', receiveAnn)
    await publish('while Ben was away')
    const [first, second] = await Promise.all([
      channels.join('room:1', receiveBen),
      channels.join('room:1', receiveEve),
    ])
    expect([second.seq, hooks.beforeDelivery.mock.calls.length]).toEqual([first.seq, 1])
    await publish('now')
    await look()
    expect([ann, ben, eve]).toEqual([['while Ben was away', 'now'], ['now'], ['now']])
  })

  test('a reader who joins while the only other one leaves gets what is published later', async () => {
    const { channels, publish, received, look } = await opened()
    const [all, receive] = received()
    const { leave } = await channels.join('room:1', received()[1])
    const joining = channels.join('room:1', receive)
    leave()
    await joining
    await publish('one')
    await look()
    expect(all).toEqual(['one'])
  })

  test('a channel without readers is not read', async () => {
    const { channels, read, received, look } = await opened()
    const { leave } = await channels.join('room:1', received()[1])
    leave()
    await look()
    expect(read).not.toHaveBeenCalled()
  })

  test('a reader who could not join leaves nothing', async () => {
    const { reader, channels, read, publish, received, look } = await opened()
    vi.spyOn(reader, 'get').mockRejectedValueOnce(new Error('the database is gone'))
    const [all, receive] = received()
    await expect(channels.join('room:1', receive)).rejects.toThrow('gone')
    await publish('one')
    await look()
    expect([read.mock.calls.length, all]).toEqual([0, []])
    const { leave } = await channels.join('room:1', received()[1])
    leave()
    await look()
    expect([read.mock.calls.length, all]).toEqual([0, []])
  })

  test('a reader for whom the earlier events could not be read has not joined, and the others get them later', async () => {
    const { reader, channels, publish, received, look } = await opened()
    const [[ann, receiveAnn], [ben, receiveBen]] = [received(), received()]
    await channels.join('room:1', receiveAnn)
    await publish('one')
    vi.spyOn(reader, 'all').mockRejectedValueOnce(new Error('the database is gone'))
    await expect(channels.join('room:1', receiveBen)).rejects.toThrow('gone')
    await look()
    expect([ann, ben]).toEqual([['one'], []])
  })

  test('other work goes on while many events are delivered', async () => {
    const { channels, publish, look } = await opened()
    const turns: number[] = []
    let turn = 0
    const count = () => {
      turn += 1
      if (turns.length < 120) setImmediate(count)
    }
    await channels.join('room:1', () => turns.push(turn))
    for (let n = 0; n < 120; n++) await publish(`${n}`)
    setImmediate(count)
    await look()
    expect([turns.length, new Set(turns).size > 2]).toEqual([120, true])
  })

  test('many events come in order, after a look for readers who have lost access, and a failure is reported', async () => {
    const { reader, channels, hooks, publish, received, look } = await opened()
    const [all, receive] = received()
    await channels.join('room:1', receive)
    const words = Array.from({ length: 120 }, (_, n) => `${n}`)
    for (const word of words) await publish(word)
    vi.spyOn(reader, 'all').mockRejectedValueOnce(new Error('the database is gone'))
    await look()
    expect([hooks.onFailure.mock.calls.length, all]).toEqual([1, []])
    await look()
    expect(all).toEqual(words)
    expect(hooks.beforeDelivery).toHaveBeenCalledTimes(2)
  })
})
