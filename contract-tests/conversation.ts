import { Registry } from 'prom-client'
import { conversationMessage } from '../src/handlers/recall/contracts.ts'
import { systemClock } from '../src/runtime/base/clock.ts'
import { createLog } from '../src/runtime/base/log.ts'
import { Bus } from '../src/runtime/bus/bus.ts'
import { openStore } from '../src/runtime/store/open.ts'
import type { Store } from '../src/runtime/store/types.ts'

/**
 * Publishes the conversation that the examples of the document show, as the family that holds conversations does. The server
 * on the same database delivers it.
 */
export async function announceConversation(dataDir: string, username: string): Promise<void> {
  const log = createLog({ logLevel: 'error' })
  const store = await openStore({ dataDir, log })
  try {
    const bus = new Bus({ store, clock: systemClock, log, metrics: new Registry() })
    await conversationEvents({ store, bus }, username)
  } finally {
    await store.close()
  }
}

/** The same in a database that is open already. */
export async function conversationEvents({ store, bus }: { store: Store; bus: Bus }, username: string): Promise<void> {
  await store.write(async (tx) => {
    const account = await tx.get<{ id: string }>(tx.sql('accounts').where({ username }).select('id'))
    if (!account) throw new Error(`There is no account ${username}.`)
    const example = { ...conversationMessage.example, has_foreign_text: false }
    const options = { account: account.id, key: example.conversation }
    await bus.publish(tx, conversationMessage, example, options)
    const reply = {
      id: 'message_01k9y0sfw7x9y1z3a5b7c9d1e3',
      role: 'agent' as const,
      text: 'The old Bramley: your note from October says it has crossing branches.',
      at: example.message.at + 12_789,
    }
    await bus.publish(tx, conversationMessage, { ...example, message: reply }, options)
  })
}
