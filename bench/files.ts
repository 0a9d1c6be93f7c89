import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, residentBytes, startServer } from './measure.ts'

const megabyte = 1_000_000
const sizes = [1, 10]
const atOnce = 2
const goal = 0.7
const contenders = ['onedoor-files.ts', 'bare-files.ts'] as const

/** Of one server and one size of file. */
interface Measured {
  /** Megabytes a second. */
  readonly put: number
  readonly get: number
  /** Resident megabytes when all is done. */
  readonly resident: number
}

/** Storing and reading files, against a bare server that parses, writes and fsyncs the same. */
export async function measureFiles(rounds: number, durationS: number): Promise<void> {
  for (const size of sizes) {
    const all = contenders.map(() => [] as Measured[])
    for (let round = 0; round < rounds; round++) {
      for (const [index, script] of contenders.entries()) all[index]?.push(await measureOnce(script, size, durationS))
    }
    const [onedoor = [], bare = []] = all
    const of = (measured: Measured[], key: keyof Measured) => median(measured.map((each) => each[key]))
    console.log(`files of ${size} MB, ${atOnce} in parallel`)
    for (const key of ['put', 'get'] as const) {
      const [ours, theirs] = [of(onedoor, key), of(bare, key)]
      const ratio = ours / theirs
      const verdict = `goal ${goal.toFixed(2)}: ${ratio >= goal ? 'met' : 'missed'}`
      console.log(
        `  ${key} ${ours.toFixed(0)} MB/s, bare node:http ${theirs.toFixed(0)} MB/s, ratio ${ratio.toFixed(2)}, ${verdict}`,
      )
    }
    console.log(`  resident ${of(onedoor, 'resident').toFixed(0)} MB, bare ${of(bare, 'resident').toFixed(0)} MB\n`)
  }
}

async function measureOnce(script: string, size: number, durationS: number): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const server = await startServer(script, { DATA_DIR: dataDir })
  try {
    const { port, token } = server.ready as unknown as { port: number; token: string }
    const url = `http://127.0.0.1:${port}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const content = randomBytes(size * megabyte).toString('base64')
    const body = JSON.stringify({ name: 'bench.bin', content, encoding: 'base64' })
    let id = ''
    const put = async () => {
      const response = await fetch(`${url}/api/v1/files/put`, { method: 'POST', headers, body })
      if (response.status !== 200) throw new Error(`files.put returned ${response.status}: ${await response.text()}`)
      id = ((await response.json()) as { result: { id: string } }).result.id
    }
    const get = async () => {
      const response = await fetch(`${url}/files/${id}`, { headers: { authorization: headers.authorization } })
      const { byteLength } = await response.arrayBuffer()
      if (byteLength !== size * megabyte) throw new Error(`a file came with ${byteLength} bytes`)
    }
    await put()
    const putsPerS = await rateOf(put, durationS)
    await get()
    const getsPerS = await rateOf(get, durationS)
    const resident = (await residentBytes(server.pid)) / megabyte
    return { put: putsPerS * size, get: getsPerS * size, resident }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** How often the work is done each second, with a concurrency of `atOnce`. */
async function rateOf(work: () => Promise<void>, durationS: number): Promise<number> {
  const start = performance.now()
  const until = start + durationS * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        await work()
        done += 1
      }
    }),
  )
  return (done * 1000) / (performance.now() - start)
}
