import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { putInPlace } from './stand-in.ts'

/** Starts the process that takes orders, and another when one has ended; what both need besides stays. */
process.once('message', (texts: readonly (readonly [file: string, text: string])[]) => void serve(texts))
// The run was stopped.
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function serve(texts: readonly (readonly [file: string, text: string])[]): Promise<void> {
  putInPlace(new Map(texts))
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const vitest = await createVitest('test', { config, watch: false, maxWorkers: 1, reporters: [{}] })
  await vitest.standalone()
  const specifications = await vitest.globTestSpecifications()
  for (;;) {
    await vitest.runTestSpecifications(specifications).catch(() => undefined)
    process.send?.('ended')
  }
}
