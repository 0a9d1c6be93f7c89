import { expect, test } from 'vitest'
import { lines } from '#testing/smtp-client.ts'
import { parse, readMessage, UnreadableMessage } from './parse-message.ts'

async function read(raw: Buffer) {
  return readMessage(await parse(raw), raw)
}

function mail(...rest: string[]): Buffer {
  return Buffer.from(lines('From: Ann <ann@sender.example>', 'Subject: Test', ...rest))
}

/** In this charset, with these bytes as its body. */
function inCharset(charset: string, ...bytes: number[]): Buffer {
  return Buffer.concat([mail(`Content-Type: text/plain; charset=${charset}`, '', ''), Buffer.from(bytes)])
}

function multipart(parts: number, type: string): Buffer {
  const each = Array.from({ length: parts }, (_, i) => lines('--B', `Content-Type: ${type}; name=f${i}`, '', `${i}`))
  return mail('Content-Type: multipart/mixed; boundary=B', '', ...each, '--B--')
}

function nested(depth: number): Buffer {
  const levels = Array.from({ length: depth }, (_, i) =>
    lines(`Content-Type: multipart/mixed; boundary=b${i}`, '', `--b${i}`),
  )
  return mail(...levels, '', 'x')
}

/** A message from these authors. */
function from(authors: string): Buffer {
  return Buffer.from(lines(`From: ${authors}`, 'Subject: Test', '', 'x'))
}

function repeated(count: number, line: (index: number) => string): Buffer {
  return mail(...Array.from({ length: count }, (_, i) => line(i)), '', 'x')
}

test.each([
  ['300 levels of parts', nested(300), 'message cannot be read: '],
  ['10,000 parts', multipart(10_000, 'text/plain'), 'message has more than 1000 parts'],
  ['300 attachments', multipart(300, 'application/x-thing'), 'message has more than 100 attachments'],
  ['1,001 boundaries', repeated(1001, (i) => `X: boundary=b${i}`), 'message has more than 1000 parts'],
  ['300 kB of a header', mail(`X-Long: ${'x'.repeat(300 * 1024)}`, '', 'x'), 'message cannot be read: '],
  ['30,000 headers', repeated(30_000, () => 'X-Many: x'), 'message cannot be read: '],
  ['two authors', mail('From: b@sender.example', '', 'x'), 'message has more than one From header'],
  ['two authors in one header', from('ceo@victim.example, a@evil.example'), 'message has more than one author'],
  ['a group of authors', from('Board: ceo@victim.example, a@evil.example;'), 'message has more than one author'],
])('a message with %s is refused', async (_what, raw, reason) => {
  const failure = await read(raw).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UnreadableMessage)
  expect((failure as Error).message).toContain(reason)
})

test.each([
  ['18 levels of parts', nested(18), 'x'],
  ['a comma in the name of its author', from('=?utf-8?q?Doe=2C_John?= <j@sender.example>'), 'x'],
  ['a quoted comma there', from('"Doe, John" <j@sender.example>'), 'x'],
  ['999 parts', multipart(999, 'text/plain'), expect.stringMatching(/^0\n+1\n+2\n/)],
  ['100 attachments', multipart(100, 'application/x-thing'), ''],
  ['a charset that there is not', inCharset('x-none', 0x63, 0x61, 0x66), 'caf'],
  ['a charset that its bytes do not fit', inCharset('utf-16', 0x61, 0xd8), expect.any(String)],
  ['bytes outside its charset', inCharset('utf-8', 0xff, 0x61), '\ufffda'],
  ['a charset of Japan, broken off', inCharset('iso-2022-jp', 0x1b, 0x24, 0x42, 0x24), expect.any(String)],
  ['a charset of 10,000 letters', inCharset('x'.repeat(10_000), 0x61), 'a'],
  ['no end of its base64', mail('Content-Transfer-Encoding: base64', '', 'YWJjZ'), 'abc'],
  ['an encoding that there is not', mail('Content-Transfer-Encoding: x-zip', '', 'abc'), 'abc'],
  [
    '2,000,000 letters',
    mail('', 'x'.repeat(2_000_000)),
    expect.stringMatching(/^x{1000000}\n\[cut: the rest is in the/),
  ],
  ['messages inside of messages', repeated(15, () => 'Content-Type: message/rfc822\r\n'), ''],
])('a message with %s is read', async (_what, raw, text) => {
  expect((await read(raw)).text).toEqual(text)
})
