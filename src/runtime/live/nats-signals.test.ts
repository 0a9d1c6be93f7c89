import { expect, onTestFinished, test } from 'vitest'
import { newPrefix, sharedNats } from '../../testing/nats.ts'
import { startNats } from '../../testing/nats-server.ts'
import type { Signals } from '../base/signals.ts'
import { openNatsSignals } from './nats-signals.ts'

const wait = { timeout: 20_000 }

/** How often a topic is woken. */
function wakesOf(signals: Signals, topic: string): () => number {
  let wakes = 0
  signals.listen(topic, () => {
    wakes += 1
  })
  return () => wakes
}

/** The signals of a process. */
async function processOf(url: string, prefix: string) {
  const signals = await openNatsSignals({ url, prefix })
  onTestFinished(() => signals.close())
  return { signals, wakes: wakesOf(signals, 'outbox'), greetings: wakesOf(signals, 'greeting') }
}

type Process = Awaited<ReturnType<typeof processOf>>

/** Resolves once signals of the one process reach the other. */
async function reaches(from: Process, to: Process): Promise<void> {
  const greeted = () => {
    from.signals.send('greeting')
    return to.greetings()
  }
  const before = to.greetings()
  await expect.poll(greeted, wait).toBeGreaterThan(before)
}

test('a signal wakes the listeners of its topic in every process of the instance, each once', async () => {
  const [url, prefix] = [await sharedNats(), newPrefix()]
  const [here, there] = [await processOf(url, prefix), await processOf(url, prefix)]
  const other = await processOf(url, newPrefix())
  await reaches(here, there)
  await reaches(there, here)
  here.signals.send('inbox')
  here.signals.send('outbox')
  here.signals.send('outbox')
  expect(here.wakes()).toBe(2)
  // Both signals of this turn of the event loop reach the others as one.
  await expect.poll(there.wakes, wait).toBe(1)
  there.signals.send('outbox')
  await expect.poll(here.wakes, wait).toBe(3)
  expect([there.wakes(), other.wakes(), other.greetings()]).toEqual([2, 0, 0])
}, 60_000)

test('everyone is woken when a lost connection is restored: signals may have been missed', async () => {
  const server = await startNats()
  onTestFinished(() => server.stop())
  const { signals, wakes } = await processOf(server.url, newPrefix())
  await server.halt()
  await server.resume()
  await expect.poll(wakes, wait).toBe(1)
  await signals.close()
}, 60_000)

test('signals reach a process no longer once it has ended, and it sends none', async () => {
  const [url, prefix] = [await sharedNats(), newPrefix()]
  const ended = await processOf(url, prefix)
  const [here, there] = [await processOf(url, prefix), await processOf(url, prefix)]
  await reaches(here, ended)
  await reaches(here, there)
  await reaches(ended, there)
  await ended.signals.close()
  ended.signals.send('outbox')
  here.signals.send('outbox')
  await expect.poll(there.wakes, wait).toBe(1)
  await reaches(here, there)
  expect([ended.wakes(), here.wakes(), there.wakes()]).toEqual([1, 1, 1])
}, 60_000)
