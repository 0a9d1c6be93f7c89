import { expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { asker } from '#testing/outbound.ts'
import { Robots } from './robots.ts'

/** Whether a page may be read on a site that sends this for its rules. */
function allowed(status: number, text: string): Promise<boolean> {
  const robots = new Robots({ fetch: async () => ({ status, text: () => text }) } as never, manualClock())
  return robots.allows('https://site.example/private/page', asker())
}

test.each([
  [200, 'User-agent: *\nDisallow: /private', false],
  [200, 'User-agent: *\nDisallow: /other', true],
  [403, '', true],
  [404, '', true],
])('a site that answers %i %j for its rules: %s', async (status, text, expected) => {
  expect(await allowed(status, text)).toBe(expected)
})

test.each([429, 500, 503])('a site that answers %i for its rules may have any, so nothing is read', async (status) => {
  await expect(allowed(status, '')).rejects.toThrow(OutboundFailure)
})
