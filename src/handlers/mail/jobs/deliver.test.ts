import { expect, test } from 'vitest'
import { createLog } from '#runtime/base/log.ts'
import { JobFailure } from '#runtime/jobs/kind.ts'
import { domain, friends, mailForTests, senderIn } from '../fixtures/mail-world.ts'
import type { MailDeps } from '../index.ts'
import { DeliveryFailure } from '../outgoing/mx-servers.ts'
import { deliver, givenUpAfterMs } from './deliver.ts'

const world = mailForTests({ names: friends, settings: { WELCOME_CREDITS: '5' } })

test('an attempt that its job aborts is not the last one, even after two days', async () => {
  const { server, other } = world()
  const { ada, send, stateOf, balance } = await senderIn(world())
  other.refuse = () => ({ code: 451, text: '4.7.1 greylisted' })
  const { id } = await send('bob@friend.example')
  await server.jobs.settle()
  const signals: AbortSignal[] = []
  const deps = {
    store: server.store,
    settings: { mailDomain: domain },
    clock: { now: () => server.clock.now() + givenUpAfterMs },
    log: createLog({ logLevel: 'silent' }),
    sent: { inc: () => undefined },
    async transport(_outgoing: unknown, signal: AbortSignal) {
      signals.push(signal)
      throw new DeliveryFailure('The attempt ended.', false)
    },
  } as unknown as MailDeps
  const signal = AbortSignal.abort()
  const run = deliver(deps, { payload: { message: id }, attempt: 2, account: ada.id, signal })
  await expect(run).rejects.toBeInstanceOf(JobFailure)
  expect(signals[0]).toBe(signal)
  expect(await balance()).toBe(4_000_000)
  expect(await stateOf(id)).toEqual({ delivery: 'queued', error: 'Not delivered yet: The attempt ended.' })
})
