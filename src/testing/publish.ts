import { z } from 'zod'
import { families } from '../app/families.ts'
import { reminderPublished, videoPublished, videoWithdrawn } from '../handlers/archive/contracts.ts'
import { inboxGone, inboxItem, inboxSettled } from '../handlers/inbox/contracts.ts'
import { conversationDeleted, conversationMessage } from '../handlers/recall/contracts.ts'
import { accountNotice } from '../runtime/accounts/account-notice.ts'
import { approvalEnded, approvalRequested } from '../runtime/approvals/topics.ts'
import { type Topic, topic } from '../runtime/base/topic.ts'
import type { TestServer } from './server.ts'

/** Topics that no family declares: several or none yet publish them, or the runtime does. */
// biome-ignore lint/suspicious/noExplicitAny: topics of all payloads
export const sharedTopics: readonly Topic<any>[] = [
  ...[conversationMessage, conversationDeleted, inboxItem, inboxGone, inboxSettled],
  ...[videoPublished, videoWithdrawn, reminderPublished],
  ...[approvalRequested, approvalEnded, accountNotice],
]

/**
 * Publishes something in the place of a family that this test does not have, and waits until every subscriber has it.
 *
 * @param payload the fields that matter to the test; the other required fields come from the topic's example
 * @param account whose data it is
 */
export async function publish(
  server: TestServer,
  name: string,
  payload: object,
  { account, key, at }: { account?: string; key?: string; at?: number } = {},
): Promise<void> {
  const anything = topic(name, z.record(z.string(), z.unknown()), { meaning: 'Published by a test.', example: {} })
  const whole = { ...missingIn(payload, name), ...payload }
  await server.store.write((tx) =>
    server.bus.publish(tx, anything, whole, {
      ...(account !== undefined && { account }),
      ...(key !== undefined && { key }),
      ...(at !== undefined && { at }),
    }),
  )
  await server.bus.settle()
}

function missingIn(payload: object, name: string): Record<string, unknown> {
  const found = [...families.flatMap(({ publishes = [] }) => publishes), ...sharedTopics].find(
    (each) => each.name === name,
  ) as Topic<Record<string, unknown>> | undefined
  const issues = found?.schema.safeParse(payload).error?.issues ?? []
  const missing = issues.map(({ path }) => String(path[0])).filter((field) => !(field in payload))
  return Object.fromEntries(missing.map((field) => [field, found?.example[field]]))
}
