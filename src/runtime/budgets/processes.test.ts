import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forDrawnDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { systemClock } from '../base/clock.ts'
import { totalOf } from '../store/total.ts'
import { Budgets } from './budgets.ts'

const maxTokens = 161

forDrawnDatabase((dialect, openTestStore, newDatabase) => {
  test(`a budget is used up exactly, and nothing is free or counted twice, by ${dialect === 'postgres' ? 'two processes' : 'a process'}, one of which is killed`, async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const account = await fundedAccount(store, 1)
    const budgets = new Budgets({ store, clock: systemClock })
    const none = { maxMicroCredits: undefined, maxCalls: undefined }
    await budgets.set(account, { kind: 'account', subject: '', period: 'month', maxTokens, ...none })
    await store.run(store.sql.raw('create table effects (tokens bigint not null)'))
    const start = async (killedAt = '') => {
      const program = join(import.meta.dirname, 'fixtures/spending-process.ts')
      const child = fork(program, [settings.databaseUrl ?? '', settings.dataDir, account, killedAt])
      onTestFinished(() => void child.kill('SIGKILL'))
      await once(child, 'message')
      return child
    }
    const begin = (child: ChildProcess) => {
      const ended = once(child, 'exit')
      child.send('begin')
      return ended
    }
    const victim = await start('20')
    const others = dialect === 'postgres' ? [await start()] : []
    const ends = await Promise.all([victim, ...others].map(begin))
    expect(ends[0]).toEqual([null, 'SIGKILL'])
    // What the dead process had reserved, for at most four answers, no longer counts.
    await begin(await start())
    const [state] = (await budgets.booksOf(account)).states()
    const done = await totalOf(store, store.sql('effects').sum({ total: 'tokens' }))
    expect([state?.used.tokens, done]).toEqual([maxTokens - 1, maxTokens - 1])
    expect(state?.reserved.tokens).toBe(0)
  }, 60_000)
})
