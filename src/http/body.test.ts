import { once } from 'node:events'
import { createServer, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { ApiError } from '../runtime/base/errors.ts'
import { createContract } from '../runtime/calls/contract.ts'
import { rawConnection, requestHead } from '../testing/raw-http.ts'
import { serverForTests } from '../testing/server.ts'
import { exampleResult, standIns } from '../testing/stand-ins.ts'
import { readBody } from './body.ts'

const capBytes = 10

/** What reading each body returned at first, once Node has delivered what arrived with the head. */
async function bodyReader() {
  const reads: unknown[] = []
  const server = createServer(async (req, res) => {
    await undefined
    try {
      const body = readBody(req, capBytes, 'notes.add')
      reads.push(body instanceof Promise ? 'later' : body.toString())
      res.end(await body)
    } catch (failure) {
      reads.push(failure instanceof ApiError ? failure.code : failure)
      res.end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = await rawConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    connection.close()
    server.close()
  })
  return { reads, connection }
}

const head = (bytes: number) => requestHead('POST', '/', { 'Content-Length': bytes })
const chunkedHead = requestHead('POST', '/', { 'Transfer-Encoding': 'chunked' })

describe('a body', () => {
  test('that arrived with the head is available at once, for each request of a connection', async () => {
    const { reads, connection } = await bodyReader()
    for (const text of ['one', 'two']) {
      connection.write(head(3) + text)
      expect((await connection.response()).body).toBe(text)
    }
    connection.write(`${head(3)}six${head(4)}four`)
    expect([(await connection.response()).body, (await connection.response()).body]).toEqual(['six', 'four'])
    expect(reads).toEqual(['one', 'two', 'six', 'four'])
  })

  test('that arrived only in part with the head is awaited', async () => {
    const { reads, connection } = await bodyReader()
    connection.write(`${head(8)}half`)
    await expect.poll(() => reads).toEqual(['later'])
    connection.write('half')
    expect((await connection.response()).body).toBe('halfhalf')
  })

  test('of unknown length, or without content, is awaited', async () => {
    const { reads, connection } = await bodyReader()
    connection.write(`${chunkedHead}3\r\nabc\r\n0\r\n\r\n`)
    expect((await connection.response()).body).toBe('abc')
    connection.write(head(0))
    expect((await connection.response()).body).toBe('')
    expect(reads).toEqual(['later', 'later'])
  })

  test('that is too large is rejected although it has arrived', async () => {
    const { reads, connection } = await bodyReader()
    connection.write(head(capBytes + 1) + 'x'.repeat(capBytes + 1))
    await connection.response()
    expect(reads).toEqual(['too_large'])
  })

  test('that breaks off is rejected, so that nothing waits for the rest', async () => {
    const { reads, connection } = await bodyReader()
    connection.write(`${head(8)}half`)
    await expect.poll(() => reads).toEqual(['later'])
    connection.close()
    await expect.poll(() => reads).toEqual(['later', 'invalid_argument'])
  })

  test('whose client left before it was read is rejected, so that nothing waits for it', async () => {
    const read = Promise.withResolvers<unknown>()
    const server = createServer((req) => {
      req.on('close', () =>
        read.resolve(Promise.resolve(readBody(req, capBytes, 'notes.add')).catch((failure) => failure)),
      )
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const connection = await rawConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    connection.write(`${head(8)}half`)
    connection.socket.resetAndDestroy()
    expect(await read.promise).toMatchObject({ code: 'invalid_argument' })
  })
})

describe('a call', () => {
  // Of an open method, which reads the body without waiting for anything else.
  const contract = createContract(operations.map((operation) => ({ ...operation, needs: 'open' })))
  const server = serverForTests({ contract, handlers: standIns({ 'notes.add': () => exampleResult('notes.add') }) })
  afterEach(() => vi.restoreAllMocks())

  test.each([
    ['does not listen for a body that arrived with the head', 0, 0],
    ['listens for the rest of one that did not', 5, 1],
  ])('%s', async (_, late, times) => {
    const body = JSON.stringify({ title: 'Groceries', text: 'Oats' })
    const all = `${requestHead('POST', '/api/v1/notes/add', {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    })}${body}`
    const listened = vi.spyOn(IncomingMessage.prototype, 'on')
    const ofBody = () => listened.mock.calls.filter(([event]) => event === 'data')
    const connection = await rawConnection(server().url)
    connection.write(all.slice(0, all.length - late))
    await expect.poll(() => ofBody().length).toBe(times)
    connection.write(all.slice(all.length - late))
    expect((await connection.response()).status).toBe(200)
    expect(ofBody()).toHaveLength(times)
    connection.close()
  })
})
