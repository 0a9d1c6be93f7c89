import { fromBinary } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { findTrailerError, setTrailerStatus } from '@connectrpc/connect/protocol-grpc'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ErrorSchema } from '#generated/proto/errors_pb.js'
import { ApiError, type ErrorCode, errorCodes, serviceStatusOf } from '#runtime/base/errors.ts'
import { anyCharacter } from '#testing/any-character.ts'
import { RpcError } from '../rpc-errors.ts'
import { codeName, connectErrorOf, grpcCodeOf, rpcErrorOf } from './grpc-status.ts'

const codes = Object.keys(errorCodes) as ErrorCode[]

test('every error reaches a gRPC client whole: code, JSON as message, itself as the first detail; within header limits', () => {
  const texts = fc.string({ unit: anyCharacter, maxLength: 3000 })
  fc.assert(
    fc.property(fc.constantFrom(...codes), texts, texts, (code, id, detail) => {
      const trailer = new Headers()
      setTrailerStatus(trailer, connectErrorOf(new RpcError(code, id.slice(0, 50).toWellFormed(), detail)))
      expect([...trailer].flat().join('').length).toBeLessThan(16 * 1024)
      const received = findTrailerError(trailer)
      expect(received?.code).toBe(grpcCodeOf({ code }))
      const sent = JSON.parse(received?.rawMessage ?? '')
      expect(Object.keys(sent)).toEqual(['id', 'code', 'detail', 'status'])
      expect(sent.code).toBe(serviceStatusOf(code))
      const known = detail.toWellFormed()
      expect(sent.detail === known || known.startsWith(sent.detail.replace(/…$/, ''))).toBe(true)
      const [first] = received?.details ?? []
      if (!first || !('type' in first)) throw new Error('the error has no detail')
      expect(first.type).toBe('errors.Error')
      expect(fromBinary(ErrorSchema, first.value)).toMatchObject(sent)
    }),
  )
})

test('half a character in a detail does not lose the error', () => {
  const error = connectErrorOf(new RpcError('invalid_argument', 'store.read', `key \ud800`))
  expect(() => setTrailerStatus(new Headers(), error)).not.toThrow()
  expect(error.rawMessage).toContain('\ufffd')
})

test('a client learns when to retry', () => {
  const error = connectErrorOf(new RpcError('rate_limited', 'store.read', 'Too many.', { retryAfterS: 1.2 }))
  expect(error.metadata.get('retry-after')).toBe('2')
})

describe('a failure', () => {
  test('that is unexpected becomes internal, without details', () => {
    const error = connectErrorOf(rpcErrorOf(new Error('the password is hunter2'), 'store.read'))
    expect(error.code).toBe(Code.Internal)
    const trailer = setTrailerStatus(new Headers(), error)
    expect(decodeURIComponent([...trailer].flat().join())).not.toContain('hunter2')
    expect(atob(trailer.get('grpc-status-details-bin') ?? '')).not.toContain('hunter2')
    expect(JSON.parse(error.rawMessage)).toMatchObject({ id: 'store.read', code: 500 })
  })

  test('of Connect about a request keeps its code and message, one about itself does not', () => {
    const oversized = rpcErrorOf(new ConnectError('too large', Code.ResourceExhausted), 'store.read')
    expect(oversized).toMatchObject({ code: 'too_large', status: 413, message: 'too large' })
    const internal = rpcErrorOf(new ConnectError('the password is hunter2', Code.Internal), 'store.read')
    expect([internal.code, internal.status]).toEqual(['internal', 500])
    expect(internal.message).not.toContain('hunter2')
  })

  test('of the pipeline keeps its status and sentence', () => {
    const error = rpcErrorOf(new ApiError('rate_limited', 'Slower.', { retryAfterS: 3 }), 'x.y')
    expect(error).toMatchObject({ code: 'rate_limited', status: 429, message: 'Slower.', id: 'x.y', retryAfterS: 3 })
  })
})

test('every error has a gRPC code: clients that do not know statuses still learn whose fault it is', () => {
  for (const code of codes) expect(Code[grpcCodeOf({ code })], code).toBeDefined()
  expect(
    (['idempotency_mismatch', 'headers_too_large', 'internal'] as const).map((code) => grpcCodeOf({ code })),
  ).toEqual([Code.InvalidArgument, Code.InvalidArgument, Code.Internal])
})

test('codes are named as in the documentation of gRPC, in lower case', () => {
  expect([Code.InvalidArgument, Code.NotFound, Code.Internal, 99 as Code].map(codeName)).toEqual([
    'invalid_argument',
    'not_found',
    'internal',
    'unknown',
  ])
})
