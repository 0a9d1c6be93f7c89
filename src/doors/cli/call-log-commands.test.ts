import { expect, test } from 'vitest'
import { serverSecret } from '../../runtime/accounts/secrets.ts'
import { systemClock } from '../../runtime/base/clock.ts'
import { CallLog } from '../../runtime/calls/log/call-log.ts'
import { logRead } from '../../runtime/calls/log/fixtures/logged.ts'
import { forOneDatabase } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { typeLine } from '../../testing/typed-line.ts'

forOneDatabase((_dialect, openTestStore, newDatabase) => {
  test('an intact log of calls is reported, and a changed one exits with 1 and names every account', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const { dataDir, databaseUrl } = settings
    const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    const check = () => typeLine(['calls', 'check'], { input: '', env, services: ['notes'] })
    const account = await fundedAccount(store, 1)
    const key = await serverSecret({ store, clock: systemClock }, 'call log')
    const log = new CallLog({ store, clock: systemClock, key, days: 1, maxEntries: 10 })
    for (const id of ['one', 'two', 'three']) {
      logRead(log, account, id)
      await log.flush()
    }
    await log.close()
    expect(await check()).toEqual({
      code: 0,
      out: 'The log of calls is intact: accounts 1, entries 3.\n',
      err: '',
    })
    await store.run(store.sql('call_log').where({ sequence: 2 }).delete())
    expect(await check()).toEqual({
      code: 1,
      out: `ACCOUNT\tPROBLEM\n${account}\tentry 2 is missing\n`,
      err: expect.stringContaining('For 1 of 1 accounts, the log of calls was changed.'),
    })
  })
})
