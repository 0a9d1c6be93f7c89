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
        if requests: requests[-1].left_s()
        piece = self.pieces.pop(0) if self.pieces else b""
        if isinstance(piece, Exception):
            raise piece
        return piece
    def close(self):
        self.is_closed = True
def streamed(*pieces):
    return Reply(200, pieces, **{"content-type": "text/event-stream"})
requests = []
def sending(*replies, **options):
    left = list(replies)
    def send(request):
        requests.append(request)
        reply = left.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply
    return Client("http://onedoor.example", send=send, _hooks=hooks, **options)
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

  test('ends a call that is still connecting', async () => {
    const values = await overSocket(`
cancellation = Cancellation()
def serve(sock):
    say(sock.recv(1) == b"\\x16")
    cancellation.cancel()
    while sock.recv(65536): pass
base_url, server = serving(serve)
secure = Client(base_url.replace("http", "https"), timeout_s=600)
say(failure(lambda: secure.notes.list(call=CallOptions(cancellation=cancellation)))["code"])
server.join()
`)
    expect(values).toEqual([true, 'cancelled'])
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

describe('the time limit', () => {
  test('is one for all addresses of a host', async () => {
    const values = await said(
      'http://onedoor.example',
      `
import socket
given = []
def unreachable(sock, target):
    given.append(sock.gettimeout())
    Time.at += sock.gettimeout()
    raise socket.timeout("timed out")
addresses = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("192.0.2.1", 80))] * 3
socket.getaddrinfo = lambda *_, **__: addresses
socket.socket.connect = unreachable
say(failure(lambda: client.notes.list(call=CallOptions(timeout_s=6, retries=0)))["code"])
say(given)
`,
    )
    expect(values).toEqual(['timeout', [2, 2, 2]])
  })

  test('holds while an upload is sent, piece by piece', async () => {
    const values = await overSocket(`
import io
class Ticking:
    at = 0.0
def tick():
    Ticking.at += 1
    return Ticking.at
def serve(sock):
    size = 0
    while size < 6_000_000:
        piece = sock.recv(65536)
        if not piece: return
        size += len(piece)
    sock.sendall(b"HTTP/1.1 204 No Content\\r\\n\\r\\n")
def uploaded(content):
    ticking = Client(serving(serve)[0], timeout_s=50, retries=0, _hooks=Hooks(monotonic=tick))
    return failure(lambda: ticking.files.put(name="a", content=content))
say([uploaded(io.BytesIO(bytes(4_600_000)))["code"], uploaded(bytes(4_600_000))["code"]])
`)
    expect(values).toEqual([['timeout', 'timeout']])
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

  test('that breaks off raises, and leaves the file at its path and those beside it as they were', async () => {
    const path = `${folder()}/kept.bin`
    const values = await using(`
folder = ${JSON.stringify(folder())}
for name in ("", ".part"): open(${JSON.stringify(path)} + name, "w").write("before")
reply = Reply(200, [b"one", ConnectionError("gone")])
say(failure(lambda: sending(reply).files.download(id="f").save(${JSON.stringify(path)}))["code"])
say([{name: open(entry).read() for name in os.listdir(folder) for entry in [os.path.join(folder, name)]
      if name.startswith("kept.bin")}, reply.is_closed])
say(failure(lambda: sending(Reply(404, [b'{"error": "No.", "code": "not_found"}'])).files.download(id="f"))["code"])
`)
    expect(values).toEqual(['network', [{ 'kept.bin': 'before', 'kept.bin.part': 'before' }, true], 'not_found'])
  })
})

describe('a stream', () => {
  test('and a download wait for a slow caller as long as it takes', async () => {
    const values = await using(`
options = CallOptions(timeout_s=5)
def slowly(items):
    for item in items:
        Time.at += 60
        yield item
pieces = [b"data: 1\\n\\n", b"data: 2\\n\\nevent: end\\ndata: {}\\n\\n"]
say([event.data for event in slowly(sending(streamed(*pieces)).notify.stream(call=options))])
say([piece.decode() for piece in slowly(sending(Reply(200, [b"one", b"two"])).files.download(id="f", call=options))])
`)
    expect(values).toEqual([
      [1, 2, {}],
      ['one', 'two'],
    ])
  })

  test('waits no longer than 300 s, even if the server asks for more', async () => {
    const values = await using(`
def streaming(*replies):
    return list(sending(*replies, retries=3).notify.stream())
def busy(seconds):
    return Reply(503, [b"{}"], **{"retry-after": seconds})
streaming(streamed(b"retry: 300001\\n\\n"), streamed(b"retry: " + b"9" * 5000 + b"\\n\\n"), busy("300"), Reply(204, []))
say(waits)
for seconds in ("301", "9" * 400, "9" * 5000):
    say([failure(lambda: streaming(busy(seconds), Reply(204, [])))["retry_after_s"], len(waits)])
`)
    expect(values).toEqual([
      [300, 300, 300],
      [301, 3],
      [2 ** 32, 3],
      [2 ** 32, 3],
    ])
  })

  test('that brings nothing ends after the retries, also if the server says that it is stopping', async () => {
    const values = await using(`
event, stopping = b"data: 1\\n\\n", b'event: end\\ndata: {"reason": "stopping"}\\n\\n'
replies = [streamed(stopping), streamed(event + stopping), *[streamed(stopping) for _ in range(9)]]
say(failure(lambda: list(sending(*replies, retries=2).notify.stream()))["code"])
say([len(requests), [later / waits[0] for later in waits]])
`)
    expect(values).toEqual(['network', [4, [1, 1, 2]]])
  })

  test('continues after no event once the server has taken its id back', async () => {
    const values = await using(`
replies = [streamed(b"id: 1\\ndata: 1\\n\\n"), streamed(b"id:\\ndata: 2\\n\\n"), Reply(204, [])]
say([event.data for event in sending(*replies).notify.stream()])
say([each.headers.get("last-event-id") for each in requests])
`)
    expect(values).toEqual([
      [1, 2],
      [null, '1', null],
    ])
  })
})

test('a server cannot fill the memory, nor Python’s stack', async () => {
  const values = await using(`
mebi = bytes(2**20).replace(b"\\0", b"x")
body = Reply(200, [mebi * 16] * 20)
say([failure(lambda: sending(body).notes.list())["code"], len(body.pieces)])
lines = streamed(*[b"event: " + mebi + b"\\n"] * 20)
say([failure(lambda: list(sending(lines).notify.stream()))["code"], len(lines.pieces)])
say([failure(lambda: sending(Reply(200, [b"[" * 200_000])).notes.list())["code"], len(requests)])
`)
  expect(values).toEqual([
    ['bad_response', 3],
    ['bad_response', 4],
    ['bad_response', 3],
  ])
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
