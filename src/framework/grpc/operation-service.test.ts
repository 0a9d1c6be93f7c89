import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { describe, expect, test } from 'vitest'
import { Config } from '#generated/proto/config_pb.js'
import { ErrorSchema } from '#generated/proto/errors_pb.js'
import { Url } from '#generated/proto/url_pb.js'
import { createContract } from '../../runtime/calls/contract.ts'
import type { Calls } from '../../runtime/calls/pipeline.ts'
import { forOneServer } from '../../testing/server.ts'
import { operationService } from './operation-service.ts'

const destination = 'https://ferries.example/timetable?season=winter'

// It relays calls and has no statements.

forOneServer(
  (server) => {
    const client = (token?: string) =>
      createClient(
        Url,
        createGrpcTransport({
          baseUrl: server().gatewayUrl,
          interceptors: token
            ? [
                (next) => (request) => {
                  request.header.set('authorization', `Bearer ${token}`)
                  return next(request)
                },
              ]
            : [],
        }),
      )

    async function failureOf(call: Promise<unknown>) {
      const failure = ConnectError.from(await call.catch((reason: unknown) => reason))
      return { grpc: failure.code, ...failure.findDetails(ErrorSchema)[0] }
    }

    describe('short links over gRPC', () => {
      test('are made, listed, resolved, changed and deleted, and are the same links as over HTTP', async () => {
        const ann = await server().account()
        const url = client(ann.token)
        const id = `grpc-${Date.now().toString(36)}`
        const made = await url.create({ id, destinationURL: destination, title: 'Winter', tags: ['ferries'] })
        expect(made.url).toMatchObject({
          id,
          destinationURL: destination,
          shortURL: expect.stringMatching(new RegExp(`/u/${id}$`)),
          created: expect.stringMatching(/\.\d{9}Z$/),
          hitCount: 0n,
          title: 'Winter',
          tags: ['ferries'],
          expiresAt: '',
          forwardQuery: false,
        })
        expect(await url.resolve({ id })).toMatchObject({ destinationURL: destination })
        expect(await url.resolve({ shortURL: made.url?.shortURL ?? '' })).toMatchObject({ destinationURL: destination })
        server().clock.advance(1000)
        const { shortURL } = await url.shorten({ destinationURL: destination })
        expect((await ann.ok('url.list', {})).urlPairs.map((pair) => pair.shortURL)).toEqual([
          shortURL,
          made.url?.shortURL,
        ])

        await url.update({ id, destinationURL: 'https://ferries.example/', title: '' })
        expect((await url.list({ limit: 1, offset: 1 })).urlPairs).toMatchObject([
          { id, destinationURL: 'https://ferries.example/', title: '', tags: ['ferries'] },
        ])
        expect(await url.list({ limit: 1 })).toMatchObject({ total: 2, nextOffset: 1 })

        await url.delete({ id })
        expect(await failureOf(url.resolve({ id }))).toMatchObject({ grpc: Code.NotFound, status: 'Gone' })
        expect((await url.list({ limit: 1, offset: 1 })).nextOffset).toBeUndefined()
      })

      test('return the errors of HTTP, each with the code of its status', async () => {
        const [ann, ben] = [await server().account(), await server().account()]
        const url = client(ann.token)
        const { url: taken } = await url.create({ destinationURL: destination })
        const id = taken?.id ?? ''
        const cases: [() => Promise<unknown>, object][] = [
          [
            () => url.create({ id, destinationURL: destination }),
            { grpc: Code.AlreadyExists, id: 'url.create', status: 'Conflict' },
          ],
          [
            () => url.create({ destinationURL: 'javascript:alert(1)' }),
            { grpc: Code.InvalidArgument, status: 'Bad Request' },
          ],
          [() => url.create({}), { grpc: Code.InvalidArgument, id: 'url.create' }],
          [() => url.create({ id: 'a b', destinationURL: destination }), { grpc: Code.InvalidArgument }],
          [() => url.delete({}), { grpc: Code.InvalidArgument, id: 'url.delete' }],
          [() => client(ben.token).delete({ id }), { grpc: Code.NotFound, id: 'url.delete', status: 'Not Found' }],
          [() => client(ben.token).update({ id, destinationURL: destination }), { grpc: Code.NotFound }],
          [() => client().create({ destinationURL: destination }), { grpc: Code.Unauthenticated, id: 'url.create' }],
          [() => client('od_no').list({}), { grpc: Code.Unauthenticated, id: 'url.list' }],
          [
            () => client().resolve({ id }),
            { grpc: Code.FailedPrecondition, id: 'url.resolve', status: 'Payment Required' },
          ],
        ]
        for (const [call, error] of cases) expect(await failureOf(call())).toMatchObject(error)
      })

      test('are charged, and created once per key', async () => {
        const ann = await server().account()
        const url = client(ann.token)
        const seen: (string | null)[] = []
        const options = {
          headers: { 'idempotency-key': 'once' },
          onHeader: (headers: Headers) =>
            seen.push(headers.get('x-credits-charged'), headers.get('idempotency-replayed')),
        }
        const first = await url.create({ destinationURL: destination }, options)
        expect(await url.create({ destinationURL: destination }, options)).toEqual(first)
        expect(seen).toEqual(['0.01', null, null, 'true'])
        expect(await failureOf(url.create({ destinationURL: 'https://other.example' }, options))).toMatchObject({
          grpc: Code.InvalidArgument,
        })
        expect((await url.list({})).urlPairs).toHaveLength(1)
      })
    })
  },
  { settings: { GATEWAY_PORT: '0' } },
)

describe('a service of operations', () => {
  const calls = { contract: createContract() } as Calls

  test('is rejected at start if one of its methods is not an operation of the family', () => {
    expect(operationService(calls, { family: 'url', service: Url }).name).toBe('url')
    for (const [family, service, method] of [
      ['notes', Url, 'url.Url/Create'],
      ['url', Config, 'config.Config/'],
    ] as const) {
      expect(() => operationService(calls, { family, service })).toThrow(method)
    }
  })
})
