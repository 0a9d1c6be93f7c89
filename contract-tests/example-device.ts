import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { addDevice } from '../src/handlers/notify/devices.ts'
import { systemClock } from '../src/runtime/base/clock.ts'
import { openStore } from '../src/runtime/store/open.ts'
import type { Store } from '../src/runtime/store/types.ts'
import { closeServer, openOnLoopback } from '../src/testing/loopback.ts'

/** A push service that takes every notification. */
export interface ExamplePush {
  /** The settings of a server whose devices are reached here. */
  readonly settings: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export async function startExamplePush(): Promise<ExamplePush> {
  const server = createServer((req, res) => {
    req.resume().once('end', () => res.writeHead(201).end())
  })
  return {
    settings: { PUSH_BASE_URL: await openOnLoopback(server), FETCH_ALLOWED_RANGES: '127.0.0.1' },
    stop: () => closeServer(server),
  }
}

/** Gives the account a device that is reached at the push service, and has been notified before. */
export async function addExampleDevice(dataDir: string, username: string): Promise<void> {
  const store = await openStore({ dataDir })
  try {
    await addDeviceOf(store, username)
  } finally {
    await store.close()
  }
}

/** The same in a database that is open already. */
export async function addDeviceOf(store: Store, username: string): Promise<void> {
  const account = await store.get<{ id: string }>(store.sql('accounts').where({ username }).select('id'))
  if (!account) throw new Error(`There is no account ${username}.`)
  const keys = createECDH('prime256v1')
  const subscription = {
    endpoint: new URL('https://push.example/subscriptions/example'),
    p256dh: keys.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  await addDevice({ store, clock: systemClock }, account.id, subscription, 'Firefox on Linux')
  await store.run(store.sql('notify_devices').update({ last_notified_at: systemClock.now() }))
}
