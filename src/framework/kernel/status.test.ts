import { fromBinary } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { findTrailerError, setTrailerStatus } from '@connectrpc/connect/protocol-grpc'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ErrorSchema } from '#generated/proto/errors_pb.js'
import { ApiError } from '../../runtime/base/errors.ts'
import { RpcError, type RpcStatus } from './errors.ts'
import { codeName, codeOf, codeOfStatus, connectErrorOf, rpcErrorOf } from './status.ts'

const statuses = Object.keys(codeOfStatus).map(Number) as RpcStatus[]

test('every error reaches a gRPC client whole: code, JSON as message, itself as the first detail; within header limits', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 3000 })
  fc.assert(
    fc.property(fc.constantFrom(...statuses), texts, texts, (status, id, detail) => {
      const trailer = new Headers()
      setTrailerStatus(trailer, connectErrorOf(new RpcError(status, id.slice(0, 50).toWellFormed(), detail)))
      expect([...trailer].flat().join('').length).toBeLessThan(16 * 1024)
      const received = findTrailerError(trailer)
      expect(received?.code).toBe(codeOfStatus[status])
      const told = JSON.parse(received?.rawMessage ?? '')
      expect(Object.keys(told)).toEqual(['id', 'code', 'detail', 'status'])
      expect(told.code).toBe(status)
      const known = detail.toWellFormed()
      expect(told.detail === known || known.startsWith(told.detail.replace(/…$/, ''))).toBe(true)
      const [first] = received?.details ?? []
      if (!first || !('type' in first)) throw new Error('the error has no detail')
      expect(first.type).toBe('errors.Error')
      expect(fromBinary(ErrorSchema, first.value)).toMatchObject(told)
    }),
  )
})

test('half a character in a detail does not cost the error', () => {
  const error = connectErrorOf(new RpcError(400, 'store.read', `key \ud800`))
  expect(() => setTrailerStatus(new Headers(), error)).not.toThrow()
  expect(error.rawMessage).toContain('\ufffd')
})

test('a client learns when to come back', () => {
  const error = connectErrorOf(new RpcError(429, 'store.read', 'Too many.', { retryAfterS: 1.2 }))
  expect(error.metadata.get('retry-after')).toBe('2')
})

describe('a failure', () => {
  test('that nobody foresaw is told as internal, and nothing of it', () => {
    const error = connectErrorOf(rpcErrorOf(new Error('the password is hunter2'), 'store.read'))
    expect(error.code).toBe(Code.Internal)
    const trailer = setTrailerStatus(new Headers(), error)
    expect(decodeURIComponent([...trailer].flat().join())).not.toContain('hunter2')
    expect(atob(trailer.get('grpc-status-details-bin') ?? '')).not.toContain('hunter2')
    expect(JSON.parse(error.rawMessage)).toMatchObject({ id: 'store.read', code: 500 })
  })

  test('of connect about what arrived keeps its code and words, one about itself does not', () => {
    const oversized = rpcErrorOf(new ConnectError('too large', Code.ResourceExhausted), 'store.read')
    expect(oversized).toMatchObject({ code: 413, message: 'too large' })
    const internal = rpcErrorOf(new ConnectError('the password is hunter2', Code.Internal), 'store.read')
    expect(internal.code).toBe(500)
    expect(internal.message).not.toContain('hunter2')
  })

  test('of the pipeline keeps its status and sentence', () => {
    expect(rpcErrorOf(new ApiError('rate_limited', 'Slower.'), 'x.y')).toMatchObject({ code: 429, message: 'Slower.' })
  })
})

test('a status that has no code of its own is told as whose fault it is', () => {
  expect([418, 422, 505, 599].map(codeOf)).toEqual([
    Code.InvalidArgument,
    Code.InvalidArgument,
    Code.Unknown,
    Code.Unknown,
  ])
})

test('codes are named as in the documentation of gRPC, in small letters', () => {
  expect([Code.InvalidArgument, Code.NotFound, Code.Internal, 99 as Code].map(codeName)).toEqual([
    'invalid_argument',
    'not_found',
    'internal',
    'unknown',
  ])
})
