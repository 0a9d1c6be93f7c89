import { findTrailerError } from '@connectrpc/connect/protocol-grpc'
import { expect, test } from 'vitest'
import { withReadableStatus } from './response-status.ts'

async function trailerAfter(trailer: Record<string, string>) {
  const raw = new Headers()
  const response = {
    status: 200,
    header: new Headers(),
    trailer: raw,
    body: (async function* () {
      yield new Uint8Array([1])
      for (const [name, value] of Object.entries(trailer)) raw.set(name, value)
    })(),
  }
  const { body, trailer: mended } = withReadableStatus(response)
  for await (const _ of body);
  return findTrailerError(mended)
}

test('a message that is not UTF-8 keeps the status, with U+FFFD in its place', async () => {
  expect(await trailerAfter({ 'grpc-status': '5', 'grpc-message': 'caf%e9 is gone' })).toMatchObject({
    code: 5,
    rawMessage: 'caf\ufffd is gone',
  })
})

test('a bare percent sign in a message stays one', async () => {
  expect(await trailerAfter({ 'grpc-status': '5', 'grpc-message': '100% gone' })).toMatchObject({
    code: 5,
    rawMessage: '100% gone',
  })
})

test('a readable message is unchanged', async () => {
  expect(await trailerAfter({ 'grpc-status': '5', 'grpc-message': 'caf%C3%A9' })).toMatchObject({ rawMessage: 'café' })
})

test('unreadable details keep the code', async () => {
  expect(await trailerAfter({ 'grpc-status': '5', 'grpc-status-details-bin': '!!!' })).toMatchObject({ code: 5 })
})
