import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Crew } from './crew.ts'

let home = ''
let program = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'onedoor-crew-'))
  program = join(home, 'keeper.mjs')
  const worker = join(home, 'worker.mjs')
  await writeFile(
    program,
    `import { fork } from 'node:child_process'
    import { once } from 'node:events'
    process.once('message', async (texts) => {
      for (;;) {
        await once(fork(${JSON.stringify(worker)}, [JSON.stringify(texts)]), 'exit')
        process.send('ended')
      }
    })
    process.on('disconnect', () => process.exit())
    process.send('ready')`,
  )
  // Does what the name of the test says, and answers with its process and its texts.
  await writeFile(
    worker,
    `let said = { pid: process.pid }
    for (;;) {
      const response = await fetch(process.env.ONEDOOR_MUTANTS, { method: 'POST', body: JSON.stringify(said) })
      const { order } = await response.json()
      if (!order || order.test === 'end') process.exit()
      if (order.test === 'stall') for (;;);
      said = { answer: { isCaught: false, failed: [String(process.pid), process.argv[2]] } }
    }`,
  )
})
afterAll(() => rm(home, { recursive: true }))

const order = (test: string) => ({ test, timeoutMs: 1000 })

test('one process runs the tests, with the texts that stand in for files', async () => {
  await using crew = new Crew([['a.ts', 'text']], program)
  const first = await crew.ask(order('pass'), 60_000)
  expect(first?.failed[1]).toBe('[["a.ts","text"]]')
  expect(await crew.ask(order('pass'), 60_000)).toEqual(first)
})

test('an order that ends its process, or does not come back, has no answer, and another process takes the next', async () => {
  await using crew = new Crew([], program)
  const first = await crew.ask(order('pass'), 60_000)
  expect(await crew.ask(order('end'), 60_000)).toBeUndefined()
  const second = await crew.ask(order('pass'), 60_000)
  expect(await crew.ask(order('stall'), 1)).toBeUndefined()
  const third = await crew.ask(order('pass'), 60_000)
  expect(new Set([first, second, third].map((answer) => answer?.failed[0])).size).toBe(3)
})

test('another process takes the next order when one is wanted that has loaded nothing', async () => {
  await using crew = new Crew([], program)
  const first = await crew.ask(order('pass'), 60_000)
  await crew.renew()
  const second = await crew.ask(order('pass'), 60_000)
  expect(second?.isCaught).toBe(false)
  expect(second?.failed[0]).not.toBe(first?.failed[0])
})

test('when no process can be started, that is an error and catches nothing', async () => {
  const broken = join(home, 'broken.mjs')
  await writeFile(broken, `process.once('message', () => process.exit(1))\nprocess.send('ready')`)
  await using crew = new Crew([], broken)
  await expect(crew.ask(order('pass'), 60_000)).rejects.toThrow('has ended')
})
