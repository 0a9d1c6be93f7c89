import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { typeLine } from '../../testing/typed-line.ts'

const password = 'correct horse battery'

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  async function instance() {
    const { dataDir, databaseUrl } = await newDatabase()
    const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    const account = (words: string, input = '') => typeLine(['account', ...words.split(' ')], { env, input })
    for (const name of ['alice', 'bobby']) await account(`create ${name} --password-stdin`, `${password}\n`)
    const roles = async () =>
      (await account('list')).out
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split('\t').slice(0, 2))
    return { account, roles }
  }

  test('accounts are promoted, demoted, disabled, enabled and given a password', async () => {
    const { account, roles } = await instance()
    expect(await account('promote bobby')).toEqual({ code: 0, out: 'Account bobby is an administrator.\n', err: '' })
    expect(await roles()).toEqual([
      ['alice', 'administrator'],
      ['bobby', 'administrator'],
    ])
    expect((await account('demote alice')).out).toBe('Account alice is not an administrator.\n')
    expect((await account('disable alice')).out).toBe('Account alice is disabled.\n')
    expect((await account('enable alice')).out).toBe('Account alice is enabled.\n')
    const changed = await account('password alice --password-stdin', 'a new horse battery\n')
    expect(changed.out).toBe('Account alice has a new password, and is signed out everywhere.\n')
  })

  test('the last administrator who is enabled can be neither demoted nor disabled', async () => {
    const { account } = await instance()
    for (const verb of ['demote', 'disable']) {
      const refused = await account(`${verb} alice`)
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('only administrator of the instance')])
    }
    await account('promote bobby')
    await account('disable bobby')
    expect((await account('demote alice')).code).toBe(1)
    await account('enable bobby')
    expect((await account('demote alice')).code).toBe(0)
  })

  test.each([
    ['an unknown account', 'promote nobody_here', '', 'There is no account "nobody_here".'],
    ['a short password', 'password alice --password-stdin', 'short\n', 'at least 10 characters'],
    ['an empty password', 'password alice --password-stdin', '\n', 'The password is empty'],
  ])('%s is refused', async (_what, words, input, sentence) => {
    const { account } = await instance()
    const refused = await account(words, input)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(sentence)])
  })
})
