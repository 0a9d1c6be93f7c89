import { z } from 'zod'
import { topic } from '../runtime/base/topic.ts'
import type { TestServer } from './server.ts'

/**
 * Publishes something in the place of a family that this test does not have, and waits until everybody has it.
 *
 * @param account whose data it is
 */
export async function publish(
  server: TestServer,
  name: string,
  payload: object,
  { account, key, at }: { account?: string; key?: string; at?: number } = {},
): Promise<void> {
  const anything = topic(name, z.record(z.string(), z.unknown()), { meaning: 'Announced by a test.', example: {} })
  await server.store.write((tx) =>
    server.bus.publish(tx, anything, payload as Record<string, unknown>, {
      ...(account !== undefined && { account }),
      ...(key !== undefined && { key }),
      ...(at !== undefined && { at }),
    }),
  )
  await server.bus.settle()
}
