import { describe, expect, test } from 'vitest'
import { folderForTests, said, scripted } from './testing-python.ts'

const folder = folderForTests()

/** A transport of the test's own: it records requests, and sends these pieces as the body, or raises them. */
const customSend = `
import io, os, threading
class Reply:
    def __init__(self, status, pieces, **headers):
        self.status, self.headers, self.pieces, self.is_closed = status, headers, list(pieces), False
    def read(self):
        piece = self.pieces.pop(0) if self.pieces else b""
        if isinstance(piece, Exception):
            raise piece
        return piece
    def close(self):
        self.is_closed = True
requests = []
def sending(*replies):
    left = list(replies)
    def send(request):
        requests.append(request)
        reply = left.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply
    return Client("http://onedoor.example", send=send, _hooks=hooks)
`

/** A server in the test's own process, for one connection. */
const overSocket = (lines: string) =>
  said(
    'http://127.0.0.1:1',
    `
import socket, threading
def serving(serve):
    listening = socket.create_server(("127.0.0.1", 0))
    def accept():
        sock, _ = listening.accept()
        with sock: serve(sock)
    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    return f"http://127.0.0.1:{listening.getsockname()[1]}", thread
${lines}`,
  )

const using = (lines: string) => said('http://127.0.0.1:1', `${customSend}\n${lines}`)

describe('a custom transport', () => {
  test('sends every request of the client, and its failures are repeated like any other', async () => {
    const values = await using(`
reply = Reply(200, [b'{"result": {"ite', b'ms": []}}'])
client = sending(ConnectionError("gone"), reply)
say(client.notes.list())
say([[each.verb, each.address, each.headers["user-agent"].split("/")[0]] for each in requests])
say([len(waits), reply.is_closed])
`)
    const request = ['GET', 'http://onedoor.example/api/v1/notes/list', 'onedoor-python']
    expect(values).toEqual([{ items: [] }, [request, request], [1, true]])
  })

  test('finds the id of the request in an error without a response, also after repeats', async () => {
    const [first, second] = await using(`
client = sending(ConnectionError("gone"), ConnectionError("gone"), ConnectionError("gone"))
error = failure(lambda: client.notes.list())
say(error)
say([error["request_id"] == each.headers["x-request-id"] for each in requests])
`)
    expect(first).toMatchObject({ code: 'network', message: 'No response from http://onedoor.example: gone.' })
    expect(second).toEqual([true, true, true])
  })
})

describe('cancellation', () => {
  test('ends a call that waits for a repeat, and every later call with it', async () => {
    const values = await using(`
class CancelledWhileItWaits(Cancellation):
    def watch(self, end):
        forget = super().watch(end)
        threading.Thread(target=self.cancel).start()
        return forget
cancellation = CancelledWhileItWaits()
waiting = Client("http://onedoor.example", send=lambda request: Reply(503, [b"{}"], **{"retry-after": "50"}))
options = CallOptions(cancellation=cancellation)
say(failure(lambda: waiting.notes.list(call=options)))
say(failure(lambda: sending().notes.list(call=options)))
`)
    expect(values).toMatchObject([
      { code: 'cancelled', message: 'notes.list was cancelled.' },
      { code: 'cancelled', status: null },
    ])
  })

  test('ends a call while the server is silent, and its connection', async () => {
    const values = await overSocket(`
cancellation = Cancellation()
def serve(sock):
    sock.recv(65536)
    cancellation.cancel()
    say(sock.recv(65536).decode())
base_url, server = serving(serve)
say(failure(lambda: Client(base_url).notes.list(call=CallOptions(cancellation=cancellation)))["code"])
server.join()
`)
    expect(values.toSorted()).toEqual(['', 'cancelled'])
  })
})

describe('an upload from a file', () => {
  test('sends what is left of it, for a repeat as well, whether or not it can be rewound', async () => {
    const { values, seen } = await scripted(
      [{ status: 503 }, {}, { status: 503 }, {}],
      `
import io
content = bytes(range(256)) * 400
class Pipe(io.RawIOBase):
    def __init__(self, content): self.inner = io.BytesIO(content)
    def readable(self): return True
    def readinto(self, buffer): return self.inner.readinto(memoryview(buffer)[:1000])
rewindable = io.BytesIO(b"head" + content)
rewindable.seek(4)
client.files.put(name="a", content=rewindable)
client.files.put(name="a", content=Pipe(content))
try:
    client.files.put(name="a", content=io.StringIO("x"))
except TypeError as error:
    say(str(error))
`,
    )
    const content = Buffer.from(Array.from({ length: 102_400 }, (_, index) => index % 256))
    const body = { name: 'a', content: content.toString('base64'), encoding: 'base64' }
    expect(seen.map((request) => JSON.parse(request.body))).toEqual([body, body, body, body])
    expect(seen.map(({ headers }) => headers['transfer-encoding'])).toEqual(Array(4).fill(undefined))
    expect(values).toEqual(['files.put: open the file for content in binary mode'])
  })
})

describe('a download', () => {
  test('is iterated as it arrives, read whole or saved', async () => {
    const path = `${folder()}/whole.bin`
    const values = await using(`
with sending(Reply(200, [b"one", b"two"], ETag="x")).files.download(id="f") as download:
    say([download.headers["etag"], next(download).decode(), download.read().decode()])
target = io.BytesIO()
say([sending(Reply(200, [b"one", b"two"])).files.download(id="f").save(target), target.getvalue().decode()])
sending(Reply(200, [b"one", b"two"])).files.download(id="f").save(${JSON.stringify(path)})
say([open(${JSON.stringify(path)}).read(), requests[0].headers["accept"]])
`)
    expect(values).toEqual([
      ['x', 'one', 'two'],
      [6, 'onetwo'],
      ['onetwo', '*/*'],
    ])
  })

  test('that breaks off raises, and leaves the file at its path as it was', async () => {
    const path = `${folder()}/kept.bin`
    const values = await using(`
open(${JSON.stringify(path)}, "w").write("before")
reply = Reply(200, [b"one", ConnectionError("gone")])
say(failure(lambda: sending(reply).files.download(id="f").save(${JSON.stringify(path)}))["code"])
say([open(${JSON.stringify(path)}).read(), os.path.exists(${JSON.stringify(path)} + ".part"), reply.is_closed])
say(failure(lambda: sending(Reply(404, [b'{"error": "No.", "code": "not_found"}'])).files.download(id="f"))["code"])
`)
    expect(values).toEqual(['network', ['before', false, true], 'not_found'])
  })
})

test('a body that ends before its length is a broken connection, not a result', async () => {
  const values = await overSocket(`
def serve(sock):
    sock.recv(65536)
    sock.sendall(b'HTTP/1.1 200 OK\\r\\ncontent-length: 100\\r\\n\\r\\n{"result": {"items": []}}')
base_url, _ = serving(serve)
say(failure(lambda: Client(base_url, retries=0).notes.list())["code"])
`)
  expect(values).toEqual(['network'])
})

test('events are the same wherever their bytes are split, with line ends of every kind', async () => {
  const [events, counts] = await using(`
from onedoor._streams import EventParser
body = "\\ufeffid:  7 \\rdata: é\\r\\rdata: a\\ndata: b\\n\\nevent: x\\r\\ndata: {}\\r\\n\\r\\nid\\rdata: c\\n\\ndata: lost".encode()
def parsed(*pieces):
    parser = EventParser(None)
    return [[each.id, each.event, each.data] for piece in pieces for each in parser.feed(piece)]
say(parsed(body))
splits = [parsed(body[:at], body[at:]) for at in range(len(body))] + [parsed(*(bytes([byte]) for byte in body))]
say([len(splits) > 60, sum(each != parsed(body) for each in splits)])
`)
  expect(events).toEqual([
    [' 7 ', 'message', 'é'],
    [' 7 ', 'message', 'a\nb'],
    [' 7 ', 'x', {}],
    [null, 'message', 'c'],
  ])
  expect(counts).toEqual([true, 0])
})
