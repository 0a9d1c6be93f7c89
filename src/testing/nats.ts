import { randomBytes } from 'node:crypto'
import { afterEach, inject } from 'vitest'
import { connectNats, type Nats } from '../framework/services/nats/jetstream.ts'
import { ask } from './desks.ts'

/** The address of the NATS server that all tests of a run share. */
export async function sharedNats(): Promise<string> {
  return ask(inject('natsDesk'))
}

/** A prefix that no other test uses. */
export function newPrefix(): string {
  return `test-${randomBytes(6).toString('hex')}`
}

/** Opens connections for the tests of one file; each is closed when its test ends. */
export function natsForTests(): () => Promise<Nats> {
  const open: Nats[] = []
  afterEach(async () => {
    for (const nats of open.splice(0)) await nats.close()
  })
  return async () => {
    const nats = await connectNats({ url: await sharedNats(), log: { warn: () => undefined } })
    open.push(nats)
    return nats
  }
}
