import { createClient } from '@connectrpc/connect'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Broker } from '#generated/proto/broker_pb.js'
import { type CoreDoor, openCoreDoor, refusalOf } from '#testing/core-door.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { embeddedBroker } from '../../services/broker/embedded.ts'
import { brokerService } from '../../services/broker/service.ts'
import type { RpcRequest } from '../rpc-caller.ts'
import { RpcError } from '../rpc-errors.ts'
import { createStanding } from './standing.ts'

const request: RpcRequest = {
  requestId: 'r',
  authorization: 'Bearer a',
  namespace: undefined,
  service: 'broker',
  endpoint: 'Broker.Subscribe',
  clientAddress: '127.0.0.1',
}
const gone = new RpcError('unauthenticated', 'broker.subscribe', 'The token is not valid.')

describe('callers with open streams are rechecked', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  test('every ten seconds, once for all streams of one caller, as long as there are any', async () => {
    const asked: unknown[] = []
    const standing = createStanding({ recheck: async ({ authorization }) => void asked.push(authorization) })
    const ends = [request, request, { ...request, authorization: 'Bearer b' }].map((each) =>
      standing.watch(each, () => expect.unreachable()),
    )
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual(['Bearer a', 'Bearer b'])
    ends[0]?.()
    ends[2]?.()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual(['Bearer a', 'Bearer b', 'Bearer a'])
    ends[1]?.()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('at once when a token has ended anywhere, and not for sessions', async () => {
    let notify: ((subjects: ReadonlySet<string> | 'unknown') => void) | undefined
    const losses = {
      onLoss(listener: NonNullable<typeof notify>) {
        notify = listener
        return () => {
          notify = undefined
        }
      },
    }
    const recheck = vi.fn(async () => {
      throw gone
    })
    const standing = createStanding({ recheck }, losses)
    const lost = vi.fn()
    const end = standing.watch(request, lost)
    notify?.(new Set(['session_1']))
    await vi.advanceTimersByTimeAsync(0)
    expect(recheck).not.toHaveBeenCalled()
    notify?.(new Set(['session_1', 'token_1']))
    await vi.advanceTimersByTimeAsync(0)
    expect(lost.mock.calls).toEqual([[gone]])
    end()
    expect(notify).toBeUndefined()
  })

  test('a caller who lost access is notified once and no longer rechecked', async () => {
    const recheck = vi.fn(async () => {
      throw gone
    })
    const standing = createStanding({ recheck })
    const lost = vi.fn()
    const end = standing.watch(request, lost)
    standing.watch(request, lost)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(lost.mock.calls).toEqual([[gone], [gone]])
    expect(recheck).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
    end()
  })

  test.each(['rate_limited', 'internal', 'unavailable'] as const)(
    'a database that returns %s ends no stream',
    async (code) => {
      const standing = createStanding({
        async recheck() {
          throw new RpcError(code, 'broker.subscribe', 'Not now.')
        },
      })
      const end = standing.watch(request, () => expect.unreachable())
      await standing.check()
      end()
    },
  )
})

forEachDatabase((_name, openTestStore) => {
  async function opened(): Promise<CoreDoor> {
    return openCoreDoor(await openTestStore(), () => [brokerService(embeddedBroker())])
  }

  /** An open subscription, as the error that it ends with. */
  async function subscribed(door: CoreDoor, token: string): Promise<{ end: Promise<unknown> }> {
    const broker = createClient(Broker, door.as(token))
    const opening = Promise.withResolvers<void>()
    const stream = broker.subscribe({ topic: 'news' }, { onHeader: () => opening.resolve() })
    const end = (async () => {
      for await (const _message of stream);
    })()
    end.catch(() => undefined)
    await opening.promise
    return { end }
  }

  test('a subscription ends with 401 when its token has expired or its account is deleted, and no other', async () => {
    const door = await opened()
    const { world, standing } = door
    const robot = await world.serviceAccount('acme')
    const { token } = await world.account({ namespace: 'acme' })
    const [theirs, ours] = [await subscribed(door, robot.token), await subscribed(door, token)]
    await standing.check()
    await world.accounts.remove('acme', robot.account.id)
    await standing.check()
    expect(await refusalOf(theirs.end)).toMatchObject({ code: 401, id: 'broker.subscribe' })

    world.clock.advance(91 * 86_400_000)
    await standing.check()
    expect(await refusalOf(ours.end)).toMatchObject({ code: 401, id: 'broker.subscribe' })
    await door.close()
  })

  test('a subscription ends with 403 when a rule forbids it', async () => {
    const door = await opened()
    const { world, standing } = door
    const { token } = await world.account({ namespace: 'acme' })
    const { end } = await subscribed(door, token)
    const resource = { type: 'service', name: 'broker', endpoint: '*' }
    await world.rules.create('acme', { id: 'no', scope: '*', resource, access: 'denied', priority: 9 })
    await standing.check()
    expect(await refusalOf(end)).toMatchObject({ code: 403, id: 'broker.subscribe' })
    await door.close()
  })
})
