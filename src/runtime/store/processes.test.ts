import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type DatabaseSettings, forEachDatabase } from '../../testing/databases.ts'
import type { Reader } from './types.ts'

const fixture = fileURLToPath(new URL('fixtures/acknowledging-writer.ts', import.meta.url))

interface WriterProcess {
  readonly child: ChildProcess
  /** Names that it has acknowledged. */
  readonly acknowledged: string[]
  /** Resolves when that many are acknowledged; rejects if the process ends before. */
  reach(count: number): Promise<void>
  readonly ended: Promise<number | null>
}

function startWriter(settings: DatabaseSettings, prefix: string, count?: number): WriterProcess {
  const args = [fixture, JSON.stringify(settings), prefix, ...(count === undefined ? [] : [String(count)])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const acknowledged: string[] = []
  let rest = ''
  let errors = ''
  let progress = (): void => undefined
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = lines.pop()!
    acknowledged.push(...lines)
    progress()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8')
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const reach = (wanted: number): Promise<void> =>
    new Promise((resolve, reject) => {
      progress = () => {
        if (acknowledged.length >= wanted) resolve()
      }
      progress()
      void ended.then(() => reject(new Error(`the writer ended after ${acknowledged.length}: ${errors}`)))
    })
  return { child, acknowledged, reach, ended }
}

async function names(reader: Reader): Promise<Set<string>> {
  return new Set((await reader.all<{ id: string }>(reader.sql('accounts').select('id'))).map(({ id }) => id))
}

forEachDatabase((_dialect, openTestStore, newDatabase) => {
  test('a process killed right after acknowledging a write loses nothing that it acknowledged', async () => {
    const settings = await newDatabase()
    await (await openTestStore(settings)).close()
    const writer = startWriter(settings, 'k')
    await writer.reach(25)
    writer.child.kill('SIGKILL')
    await writer.ended
    const kept = await names(await openTestStore(settings))
    expect(writer.acknowledged.length).toBeGreaterThanOrEqual(25)
    expect(writer.acknowledged.filter((name) => !kept.has(name))).toEqual([])
  })

  test('two processes write at the same time and both see all writes', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const writer = startWriter(settings, 'other', 150)
    const mine = Array.from({ length: 150 }, (_, i) => `mine${i}`)
    await writer.reach(1)
    for (const name of mine) {
      await store.run(store.sql('accounts').insert({ id: name, username: name, created_at: 1, updated_at: 1 }))
    }
    await writer.reach(150)
    expect(await writer.ended).toBe(0)
    const all = await names(store)
    expect(all.size).toBe(300)
    expect([...mine, ...writer.acknowledged].filter((name) => !all.has(name))).toEqual([])
  })
})
