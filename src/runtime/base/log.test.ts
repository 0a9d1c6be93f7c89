import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLog, type Log, readable, redact } from './log.ts'

function recorder(level: 'info' | 'silent' | 'warn' = 'info'): { log: Log; lines: string[] } {
  const lines: string[] = []
  return { log: createLog({ logLevel: level }, { write: (line) => lines.push(line) }), lines }
}

const TOKEN = 'od_Zk3vQ9xW1mB7tR5yU2iO8pA4sD6fG0hJkLzXcVbNmQw'

describe('the log', () => {
  test('is a JSON line with a level by name and an RFC 3339 time', () => {
    const { log, lines } = recorder()
    log.info({ operation: 'notes.add', duration_ms: 3 }, 'call')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] as string)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      pid: process.pid,
      operation: 'notes.add',
      duration_ms: 3,
      msg: 'call',
    })
  })

  test('respects its level', () => {
    const { log, lines } = recorder('warn')
    log.info('too small')
    log.warn('large enough')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['large enough'])
  })
})

describe('secrets are not written', () => {
  const secret = 'hunter2 "quoted" \\ hunter2'

  test.each([
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'password',
    'passwordHash',
    'password_hash',
    'x-payment',
    'X-PAYMENT',
    'payment-signature',
    'token',
    'access_token',
    'secret',
    'x-csrf-token',
    'databaseUrl',
    'DATABASE_URL',
  ])('as the field %s, at any depth, as text, list, object or number', (name) => {
    for (const value of [secret, [secret, secret], { value: secret }, { a: { b: [{}] }, c: [secret] }, 271828]) {
      const { log, lines } = recorder()
      log.info({ [name]: value, kept: 1 }, 'a')
      log.info({ request: { headers: [{ [name]: value }], kept: 1 } }, 'b')
      log.child({ [name]: value, kept: 1 }).info('c')
      for (const line of lines) {
        expect(line).not.toMatch(/hunter2|271828/)
        expect(line).toContain('[redacted]')
        expect(JSON.stringify(JSON.parse(line))).toContain('"kept":1')
      }
    }
  })

  test('inside a message or an error', () => {
    const { log, lines } = recorder()
    log.info(`token ${TOKEN} refused`)
    log.info(`header was "Authorization: Bearer abcdefgh12345"`)
    log.error({ err: new Error(`connect postgres://me:hunter2@db/one failed for ${TOKEN}`) }, 'no database')
    expect(lines.join('')).not.toMatch(/Zk3vQ9|hunter2|abcdefgh/)
    expect(lines.join('')).toContain('postgres://[redacted]@db/one')
  })

  test('as the query of an address', () => {
    const { log, lines } = recorder()
    log.info({ url: '/api/v1/notes/list?query=my"private"thing', path: '/a?b=private' }, 'call')
    log.info({ upstream: 'https://x.org/find?q=private&k=1' }, 'GET https://x.org/find?q=private failed')
    expect(lines.join('')).not.toContain('private')
    expect(JSON.parse(lines[0] as string)).toMatchObject({ url: '/api/v1/notes/list', path: '/a' })
    expect(JSON.parse(lines[1] as string)).toMatchObject({ upstream: 'https://x.org/find' })
  })

  test('and the rest is still a JSON line, unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'grapheme' }), (value, text) => {
        const line = redact(JSON.stringify({ password: value, note: { password: text } }))
        expect(JSON.parse(line)).toEqual({ password: '[redacted]', note: { password: '[redacted]' } })
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '?', '"', '\\', '\n', ' ', '/') })), (texts) => {
        expect(JSON.parse(redact(JSON.stringify({ texts })))).toEqual({ texts })
      }),
    )
  })
})

describe('on a terminal', () => {
  test('a line is time, level, message and fields', () => {
    const line = JSON.stringify({
      level: 'warn',
      time: '2030-01-31T12:00:00.250Z',
      pid: 1,
      operation: 'notes.add',
      note: 'a b',
      msg: 'slow call',
    })
    expect(readable(line)).toBe('12:00:00.250 WARN  slow call operation=notes.add note="a b"\n')
  })

  test('an error shows its stack, line by line', () => {
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at a.ts:1' }
    const line = JSON.stringify({ level: 'error', time: '2030-01-31T12:00:00.250Z', err, msg: 'failed' })
    expect(readable(line).split('\n').slice(1)).toEqual(['Error: no', '    at a.ts:1', ''])
  })

  test('no logged text can control it', () => {
    const line = JSON.stringify({ level: 'info', time: '2030-01-31T12:00:00.250Z', msg: 'a\u001b[2Jb\u009b2Jc\r\nd' })
    expect(readable(line)).toBe('12:00:00.250 INFO  a?[2Jb?2Jc??d\n')
  })
})
