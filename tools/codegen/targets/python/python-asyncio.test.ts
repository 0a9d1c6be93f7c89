import { describe, expect, test } from 'vitest'
import { folderForTests, said, scripted } from './testing-python.ts'

folderForTests()

/** A server in the test's own loop. It leaves every request without a response and notices when the connection ends. */
const silentServer = `
import asyncio
from onedoor import AsyncClient

async def silent(head=b""):
    arrived, ended = asyncio.Event(), asyncio.Event()
    async def serve(reader, writer):
        await reader.readuntil(b"\\r\\n\\r\\n")
        writer.write(head)
        arrived.set()
        await reader.read()
        ended.set()
        writer.close()
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", arrived, ended
`

const stream = String.raw`b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nevent: open\ndata: {}\n\n"`

/** Runs the body of a coroutine; `client` is asynchronous. */
const inLoop = (lines: string) => `${silentServer}
async def main():
${lines.trim().replace(/^(?=.)/gm, '    ')}
asyncio.run(main())`

describe('AsyncClient', () => {
  test('has the families, methods and parameters of Client, and awaits all but lists and streams', async () => {
    const [same, plain] = await said(
      'http://127.0.0.1:1',
      `
import inspect
from onedoor import async_families, families
def methods(module, prefix):
    return {f"{name[len(prefix):]}.{method}": value
            for name, family in vars(module).items() if inspect.isclass(family) and family.__module__ == module.__name__
            for method, value in vars(family).items() if inspect.isfunction(value) and method != "__init__"
            if name != "_Family"}
def parameters(found):
    return {name: {each: str(p) for each, p in inspect.signature(method).parameters.items()}
            for name, method in found.items()}
one, other = methods(families, ""), methods(async_families, "Async")
say(parameters(one) == parameters(other) and len(one) > 150)
say(sorted(name for name, method in other.items() if not inspect.iscoroutinefunction(method)))
`,
    )
    expect(same).toBe(true)
    expect(plain).toEqual(
      expect.arrayContaining(['Agent.ask_events', 'Agent.ask_named_events', 'Chat.stream', 'Notify.stream']),
    )
    expect((plain as unknown as string[]).filter((name) => !/_all$|_events$|\.stream$/.test(name))).toEqual([])
  })

  test('ends the connection of a cancelled call at once, and never blocks the loop', async () => {
    const [state] = await said(
      'http://127.0.0.1:1',
      inLoop(`
base_url, arrived, ended = await silent()
async with AsyncClient(base_url) as client:
    calls = [asyncio.create_task(client.notes.list()) for _ in range(2)]
    await arrived.wait()
    for call in calls: call.cancel()
    await ended.wait()
    await asyncio.wait(calls)
    say([call.cancelled() for call in calls])
`),
    )
    expect(state).toEqual([true, true])
  })

  test('ends the connection of a stream that is closed while it waits for the next event', async () => {
    const values = await said(
      'http://127.0.0.1:1',
      inLoop(`
base_url, arrived, ended = await silent(${stream})
async with AsyncClient(base_url) as client:
    async with client.notify.stream() as events:
        say((await events.__anext__()).event)
        waiting = asyncio.create_task(events.__anext__())
        while not events._lock.locked(): await asyncio.sleep(0)
    await ended.wait()
    try:
        await waiting
    except OnedoorError as error:
        say(error.code)
`),
    )
    expect(values).toEqual(['open', 'cancelled'])
  })

  test('counts the time that a call waits for a thread, and ends it there', async () => {
    const values = await said(
      'http://127.0.0.1:1',
      inLoop(`
import onedoor._threads
onedoor._threads.MAX_THREADS = 1
async def code(waiting):
    try:
        await waiting
    except OnedoorError as error:
        return error.code
base_url, arrived, ended = await silent()
async with AsyncClient(base_url, _hooks=hooks) as client:
    busy = asyncio.create_task(client.notes.list())
    await arrived.wait()
    say(await code(client.notes.list(call=CallOptions(timeout_s=0))))
    cancellation = Cancellation()
    queued = [asyncio.create_task(client.notes.list(call=CallOptions(cancellation=cancellation))) for _ in range(2)]
    late = asyncio.create_task(client.notes.list(call=CallOptions(timeout_s=50)))
    await asyncio.sleep(0)
    cancellation.cancel()
    say([await code(each) for each in queued])
    Time.at += 60
    busy.cancel()
    say(await code(late))
`),
    )
    expect(values).toEqual(['timeout', ['cancelled', 'cancelled'], 'timeout'])
  })

  test('closes an idle stream even if no thread is free', async () => {
    const values = await said(
      'http://127.0.0.1:1',
      inLoop(`
import onedoor._threads
onedoor._threads.MAX_THREADS = 1
base_url, arrived, ended = await silent(${stream})
async with AsyncClient(base_url) as client:
    async with client.notify.stream() as events:
        say((await events.__anext__()).event)
        arrived.clear()
        busy = asyncio.create_task(client.notes.list())
        await arrived.wait()
    await ended.wait()
    say(busy.done())
    busy.cancel()
`),
    )
    expect(values).toEqual(['open', false])
  })

  test('runs a token function and a payer that are coroutine functions in its loop', async () => {
    const { values, seen } = await scripted(
      [{ status: 402, body: { error: 'Pay.', code: 'payment_required' } }, { body: { result: { paid: true } } }],
      inLoop(`
loop = asyncio.get_running_loop()
async def token():
    return "od_1" if asyncio.get_running_loop() is loop else "od_0"
async def pay(challenge):
    return {"payment-signature": challenge.operation}
async with AsyncClient(base_url, token, pay=pay) as client:
    say(await client.routes.nearest(to=["x"]))
`),
    )
    expect(values).toEqual([{ paid: true }])
    expect(seen.map(({ headers }) => [headers.authorization, headers['payment-signature']])).toEqual([
      ['Bearer od_1', undefined],
      ['Bearer od_1', 'routes.nearest'],
    ])
  })

  test('iterates a list, calls by name, and raises the errors of Client', async () => {
    const page = (items: number[], next?: number) => ({
      body: { result: { items, total: 3, offset: 0, next_offset: next } },
    })
    const { values } = await scripted(
      [page([1, 2], 2), page([3]), { status: 409, body: { error: 'Taken.', code: 'conflict' } }, { status: 418 }],
      inLoop(`
async with AsyncClient(base_url) as client:
    say([entry async for entry in client.events.list_all()])
    try:
        await client.notes.list()
    except OnedoorError as error:
        say([error.code, error.status])
    say((await client.call("notes.list")).status)
`),
    )
    expect(values).toEqual([[1, 2, 3], ['conflict', 409], 418])
  })
})
