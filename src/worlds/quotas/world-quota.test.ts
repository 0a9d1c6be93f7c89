import { EventEmitter } from 'node:events'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WorldQuota } from './world-quota.ts'

const bounds = { callsPerSecond: 3, maxRunning: 2, maxBytes: 1000 }

async function quotaOf() {
  const parent = await mkdtemp(join(tmpdir(), 'onedoor-quota-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  const folder = join(parent, 'world')
  await mkdir(folder)
  const time = { ms: 0 }
  return { parent, folder, time, quota: new WorldQuota(folder, bounds, () => time.ms) }
}

/** A response that has ended already. */
function ended(): EventEmitter {
  const response = new EventEmitter()
  queueMicrotask(() => response.emit('close'))
  return response
}

const refused = { code: 'rate_limited', status: 429 }

test('a world may make a number of calls a second, and an idle one saves up no more than those of one second', async () => {
  const { quota, time } = await quotaOf()
  time.ms = 60_000
  for (let call = 0; call < 3; call++) await quota.take(ended())
  await expect(quota.take(ended())).rejects.toMatchObject({ ...refused, retryAfterS: 1 })
  time.ms += 334
  await quota.take(ended())
  await expect(quota.take(ended())).rejects.toMatchObject(refused)
})

test('a world may answer a number of requests at once', async () => {
  const { quota, time } = await quotaOf()
  const first = new EventEmitter()
  await Promise.all([quota.take(first), quota.take(new EventEmitter())])
  await expect(quota.take(new EventEmitter())).rejects.toMatchObject(refused)
  first.emit('close')
  time.ms += 1000
  await quota.take(new EventEmitter())
})

test('a world that has stored too much, snapshots included, is refused until it is smaller', async () => {
  const { quota, time, parent, folder } = await quotaOf()
  await writeFile(join(folder, 'a'), 'x'.repeat(600))
  await quota.take(ended())
  await mkdir(join(parent, 'world.snapshots', 'one'), { recursive: true })
  await writeFile(join(parent, 'world.snapshots', 'one', 'a'), 'x'.repeat(600))
  await mkdir(join(parent, 'other'))
  time.ms += 1000
  await expect(quota.take(ended())).rejects.toMatchObject(refused)
  await truncate(join(folder, 'a'), 10)
  time.ms += 1000
  await quota.take(ended())
})
