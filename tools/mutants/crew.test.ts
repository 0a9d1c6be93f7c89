import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Crew } from './crew.ts'

let home = ''
let program = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'onedoor-crew-'))
  program = join(home, 'worker.mjs')
  // Does what the name of the test says, and answers with its process.
  await writeFile(
    program,
    `process.on('message', ({ test }) => {
      if (test === 'end') process.exit()
      if (test === 'stall') return
      process.send({ isCaught: false, reached: [{ name: String(process.pid), tookMs: 0, marks: [], marksBefore: [] }] },
        () => test === 'end later' && process.exit())
    })
    process.send('ready')`,
  )
})
afterAll(() => rm(home, { recursive: true }))

const order = (test: string) => ({ texts: [], test, timeoutMs: 1000 })
const caught = { isCaught: true, reached: [] }

test('what the tests come to is told whatever part of a millisecond they may take, by one process', async () => {
  await using crew = new Crew(program)
  const first = await crew.ask(order('pass'), 30_214.204875)
  expect(first).toMatchObject({ isCaught: false, reached: [{ marks: [] }] })
  expect(await crew.ask(order('pass'), 60_000)).toEqual(first)
})

test('a mutant that ends the process, or that no test comes back from, is caught, and the next one is tried', async () => {
  await using crew = new Crew(program)
  expect(await crew.ask(order('end'), 60_000)).toEqual(caught)
  expect(await crew.ask(order('stall'), 1)).toEqual(caught)
  expect(await crew.ask(order('pass'), 60_000)).toMatchObject({ isCaught: false })
})

test('a process that ends after its answer catches nothing', async () => {
  await using crew = new Crew(program)
  const first = await crew.ask(order('end later'), 60_000)
  const alive = () => {
    try {
      return process.kill(Number(first.reached[0]?.name), 0)
    } catch {
      return false
    }
  }
  await expect.poll(alive).toBe(false)
  expect(await crew.ask(order('pass'), 60_000)).toMatchObject({ isCaught: false })
})

test('a fault of the runner itself catches nothing', async () => {
  await using crew = new Crew(program)
  await expect(crew.ask(order('pass'), Number.NaN)).rejects.toThrow('delay')
})
