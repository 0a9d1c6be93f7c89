import { expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { RejectedTokens } from './rejected-tokens.ts'

function open() {
  const clock = manualClock('2026-11-21T09:30:00Z')
  const lines: string[] = []
  const warn = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  return { clock, lines, rejected: new RejectedTokens({ log: { warn } as never, clock }) }
}

test('an address is logged with each rejected token, at most twenty times a minute', () => {
  const { clock, lines, rejected } = open()
  for (let count = 0; count < 50; count++) rejected.note('192.0.2.1')
  rejected.note('192.0.2.2')
  expect(lines).toHaveLength(21)
  expect([lines[0], lines.at(-1)]).toEqual([
    'token rejected {"address":"192.0.2.1"}',
    'token rejected {"address":"192.0.2.2"}',
  ])
  clock.advance(60_000)
  rejected.note('192.0.2.1')
  expect(lines).toHaveLength(22)
})

test('many addresses together are logged at most a thousand times a minute', () => {
  const { lines, rejected } = open()
  for (let count = 0; count < 1500; count++) rejected.note(`2001:db8::${count.toString(16)}`)
  expect(lines).toHaveLength(1000)
})
