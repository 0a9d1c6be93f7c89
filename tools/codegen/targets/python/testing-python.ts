import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { type Reply, scriptedServer } from '../client/testing-server.ts'

/** The Python client as it is generated and committed. */
export const generated = join(import.meta.dirname, '../../../../generated/clients/python')

/** The lines before a test's own: a clock that only delays advance, and outcomes as JSON lines. */
const prelude = `
import json, sys
from onedoor import Answer, CallOptions, Cancellation, Client, OnedoorError
from onedoor._transport import Hooks

waits = []
class Time:
    at = 1_795_253_400.0
def sleep(seconds):
    waits.append(seconds)
    Time.at += seconds
hooks = Hooks(monotonic=lambda: Time.at, now=lambda: Time.at, sleep=sleep, random=lambda: 0.0)

def say(value):
    print(json.dumps(value))

def failure(call):
    try:
        call()
    except OnedoorError as error:
        return {"code": error.code, "message": str(error), "status": error.status, "operation": error.operation,
                "details": list(error.details), "request_id": error.request_id, "retry_after_s": error.retry_after_s}
    except (ValueError, KeyError) as error:
        return {"raised": type(error).__name__, "message": str(error)}
    raise SystemExit("The call was expected to fail")
`

let folder: string

/** A folder for one test file, which also holds Python's compiled code. */
export function folderForTests(): () => string {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'onedoor-python-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return () => folder
}

/** Runs Python with the client in a folder and returns its output. Rejects with the traceback if it fails. */
export async function runPython(args: string[], input = '', packageFolder = generated): Promise<string> {
  const env = {
    PATH: process.env.PATH ?? '',
    PYTHONPATH: packageFolder,
    PYTHONPYCACHEPREFIX: join(folder, 'compiled'),
    PYTHONIOENCODING: 'utf-8',
  }
  const child = spawn('python3', args, { env })
  const code = new Promise<number | null>((done, failed) => child.on('error', failed).on('close', done))
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  if ((await code) !== 0) throw new Error(`Python failed:\n${out}${err}`)
  return out
}

/** A value printed by a test's lines: any JSON value, or these fields for a refusal by the client itself. */
interface Said {
  raised?: string
  message?: string
}

/** Runs lines of Python against a server; returns the values they print, one per line. */
export async function said(baseUrl: string, lines: string, options = ''): Promise<Said[]> {
  const make = `base_url = ${JSON.stringify(baseUrl)}\nclient = Client(base_url, _hooks=hooks${options && `, ${options}`})`
  const out = await runPython(['-'], `${prelude}\n${make}\n${lines}\n`)
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** The same against a server that sends these replies; also returns the requests it received. */
export async function scripted(replies: Reply[], lines: string, options = '') {
  const server = await scriptedServer(...replies)
  try {
    return { values: await said(server.baseUrl, lines, options), seen: server.seen }
  } finally {
    await server.close()
  }
}
