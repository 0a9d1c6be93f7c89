import { createServer, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { closeServer, openOnLoopback } from '#testing/loopback.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import type { RouteVisit } from '../../runtime/kit/route-visit.ts'
import type { LiveStream, StreamEnd } from '../../runtime/live/types.ts'
import { type PathOptions, routeVisit } from './family-routes.ts'

/** A server that responds to every request in this way. */
async function responding(
  respond: (visit: RouteVisit, res: ServerResponse) => unknown,
  calls?: Partial<PathOptions['calls']>,
) {
  const logged: unknown[] = []
  const log = { error: (fields: object, text: string) => void logged.push({ ...fields, text }) }
  const server = createServer((req, res) => {
    const options = { log, proxies: [], calls } as unknown as PathOptions
    void respond(routeVisit(req, res, 'apps', options), res)
  })
  const url = await openOnLoopback(server)
  onTestFinished(() => closeServer(server))
  return { url, logged }
}

/** A stream of one event, which then ends for this reason. */
function streamThatIs(reason: StreamEnd): LiveStream {
  let end: StreamEnd | undefined
  return {
    ...{ retryMs: 1000, close() {} },
    get end() {
      return end
    },
    async *[Symbol.asyncIterator]() {
      yield { id: '1', event: 'open', data: '{}' }
      end = reason
    },
  }
}

test('a reader of events who is too slow is disconnected at their end, so that it reconnects; others are not', async () => {
  const isDisconnected = async (reason: StreamEnd) => {
    const ended = Promise.withResolvers<boolean>()
    const { url } = await responding(async (visit, res) => {
      await visit.sendEvents(streamThatIs(reason))
      ended.resolve(res.destroyed)
    })
    await fetch(url)
    return ended.promise
  }
  expect([await isDisconnected('over'), await isDisconnected('behind')]).toEqual([false, true])
})

test('bytes are sent once their sender goes on', async () => {
  const hasEnded = Promise.withResolvers<boolean>()
  const { url } = await responding(async (visit, res) => {
    res.writeHead(200)
    await visit.sendBytes(
      (async function* () {
        yield Buffer.from('one ')
        yield Buffer.from('two')
      })(),
    )
    hasEnded.resolve(res.writableEnded)
  })
  expect(await (await fetch(url)).text()).toBe('one two')
  expect(await hasEnded.promise).toBe(true)
})

test('a failure in the middle of a response closes the connection and is logged', async () => {
  const { url, logged } = await responding((visit, res) => {
    res.writeHead(200)
    res.write('a part')
    visit.refuse(new Error('disk full'))
  })
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow()
  expect(logged).toMatchObject([{ family: 'apps', err: new Error('disk full'), text: 'request failed' }])
})

test('a result that cannot be written as JSON is reported as an error', async () => {
  const failed = new ApiError('internal', 'The result cannot be written.')
  const operation = operations[0] as Operation
  const { url } = await responding((visit) => visit.answer({} as never), {
    run: async () => ({ operation, result: { count: 1n } }) as never,
    unwritable: () => ({ operation, error: failed }),
  })
  const response = await fetch(url)
  expect([response.status, await response.json()]).toEqual([500, expect.objectContaining({ error: failed.message })])
})

test('a page of another site may read events and continue them', async () => {
  const { url } = await responding((visit) => visit.permitEvents())
  const response = await fetch(url, { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-headers')).toContain('Last-Event-ID')
})
