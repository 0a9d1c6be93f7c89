import { create } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ErrorSchema } from '#generated/proto/errors_pb.js'
import { manualClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { anyCharacter } from '#testing/any-character.ts'
import { testRegistry } from '../../discovery/fixtures/registry.ts'
import { Discovery } from '../../discovery/service-discovery.ts'
import { greeterRecord, startGreeter } from '../fixtures/greeter.ts'
import { RpcError } from '../rpc-errors.ts'
import { presentable } from './upstream-errors.ts'

interface Answered {
  code: number
  details?: string
  metadata?: Record<string, string | Buffer>
}

/** The caller's error when the service ends a call with this status. */
async function errorAfter({ code, details = '', metadata = {} }: Answered): Promise<RpcError> {
  const { default: grpc } = await import('@grpc/grpc-js')
  const trailer = new grpc.Metadata()
  for (const [name, value] of Object.entries(metadata)) trailer.set(name, value)
  const greeter = await startGreeter({ hello: (_, answer) => answer({ code, details, metadata: trailer }) })
  const registry = testRegistry()
  registry.set('acme', 'greeter', greeterRecord([greeter.node]))
  const log = createLog({ logLevel: 'silent' })
  const discovery = new Discovery({ registry, clock: manualClock(), log, timeoutMs: 5000 })
  onTestFinished(() => discovery.stop())
  const { method, transport } = await discovery.find('acme', 'greeter', 'Greeter.Hello')
  const failure = await transport.unary(method as never, undefined, undefined, undefined, {} as never).catch((e) => e)
  expect(failure).toBeInstanceOf(RpcError)
  return failure
}

/** A google.rpc.Status with one detail, as gRPC carries it. */
async function statusDetails(error: { id: string; code: number; detail: string }): Promise<Buffer> {
  const { setTrailerStatus } = await import('@connectrpc/connect/protocol-grpc')
  const outgoing = new ConnectError('outer message', Code.Unknown, undefined, [
    { desc: ErrorSchema, value: create(ErrorSchema, error) },
  ])
  const headers = new Headers()
  setTrailerStatus(headers, outgoing)
  return Buffer.from(headers.get('grpc-status-details-bin') ?? '', 'base64')
}

describe('the error of a service', () => {
  test('keeps its status though texts in its details are not UTF-8', async () => {
    const readable = await statusDetails({ id: 'shop.order', code: 418, detail: 'caf? is gone' })
    for (const text of ['caf? is gone', 'outer message']) {
      const details = Buffer.from(readable)
      details[details.indexOf(text) + 3] = 0xe9
      const error = await errorAfter({ code: Code.Unknown, metadata: { 'grpc-status-details-bin': details } })
      expect(error).toMatchObject({
        status: 418,
        id: 'shop.order',
        service: 'greeter',
        message: expect.stringMatching(/^caf.* is gone$/),
      })
    }
  })

  test.each([
    [Code.InvalidArgument, 400],
    [Code.Unauthenticated, 401],
    [Code.PermissionDenied, 403],
    [Code.NotFound, 404],
    [Code.DeadlineExceeded, 504],
    [Code.AlreadyExists, 409],
    [Code.FailedPrecondition, 412],
    [Code.ResourceExhausted, 429],
    [Code.Internal, 500],
    [Code.Unknown, 500],
    [Code.Unimplemented, 501],
    [Code.Unavailable, 503],
  ])('the plain gRPC code %d becomes %d with its message', async (code, status) => {
    expect((await errorAfter({ code, details: 'the reason' })).body).toMatchObject({
      id: 'greeter.hello',
      code: status,
      detail: 'the reason',
    })
  })

  test('an error in JSON as the message is unwrapped once', async () => {
    const inner = '{"id":"deeper","code":404,"detail":"x","status":"Not Found"}'
    const details = JSON.stringify({ id: 'greeter.find', code: 409, detail: inner, status: 'Conflict' })
    const { body } = await errorAfter({ code: Code.Unknown, details })
    expect(body).toEqual({ id: 'greeter.find', code: 409, detail: inner, status: 'Conflict' })
  })

  test('an error in the details of the status wins over the message', async () => {
    const bytes = await statusDetails({ id: 'greeter.find', code: 410, detail: 'It is gone.' })
    const { body } = await errorAfter({ code: Code.Unknown, metadata: { 'grpc-status-details-bin': bytes } })
    expect(body).toEqual({ id: 'greeter.find', code: 410, detail: 'It is gone.', status: 'Gone' })
  })

  test.each([400, 402, 406, 411, 414, 416, 418, 421, 422, 423, 426, 428, 451, 499, 500, 505, 511, 599])(
    'the status %d is kept',
    async (status) => {
      const { body } = await errorAfter({ code: Code.Unknown, details: `{"code":${status},"detail":"no"}` })
      expect(body).toMatchObject({ code: status, detail: 'no', status: expect.stringMatching(/./) })
      expect((await errorAfter({ code: Code.Unknown, details: `{"code":${status}}` })).body.detail).toMatch(
        /^The service returned /,
      )
    },
  )

  test.each([1, 200, 302, 399, 600, 799, 100_000])(
    'a code that is not an error status, such as %d, becomes 500',
    async (code) => {
      expect((await errorAfter({ code: Code.Unknown, details: `{"code":${code},"detail":"no"}` })).body.code).toBe(500)
    },
  )

  test('details that are not a status keep the code and the message', async () => {
    const metadata = { 'grpc-status-details-bin': Buffer.from('nonsense') }
    expect((await errorAfter({ code: Code.NotFound, details: 'No Ann', metadata })).body).toMatchObject({
      code: 404,
      detail: 'No Ann',
    })
  })

  test('without a message there is still a sentence', async () => {
    expect((await errorAfter({ code: Code.NotFound })).body.detail).toBe('The service returned Not Found.')
  })
})

test('any text of a service becomes well-formed, bounded and free of control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 6000 }), (text) => {
      const shown = presentable(text)
      expect(shown.isWellFormed()).toBe(true)
      expect(shown.length).toBeLessThanOrEqual(4097)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it must be free of.
      expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/)
    }),
  )
})
