import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leftOutOfQuick } from './quick.ts'

test('the quick loop leaves out what opens pages and kills servers, and nothing that only calls', () => {
  const left = leftOutOfQuick(join(import.meta.dirname, '../..'))
  expect(left).toContain('src/doors/pages/account/browser.test.ts')
  expect(left).toContain('src/runtime/calls/idempotency/keyed-http-calls.test.ts')
  expect(left).toContain('tools/docs/guides.test.ts')
  expect(left).not.toContain('src/handlers/notes/notes.test.ts')
  expect(left.length).toBeLessThan(60)
})
