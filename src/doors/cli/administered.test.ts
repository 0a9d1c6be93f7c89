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
    const audit = (words = '') => typeLine(['audit', ...words.split(' ').filter(Boolean)], { env })
    return { account, roles, audit }
  }

  test('what commands do is in the audit log, which a command shows', async () => {
    const { account, audit } = await instance()
    await account('promote bobby')
    await account('delete bobby --yes')
    const rows = (await audit()).out.split('\n').slice(1, -1)
    expect(rows.map((row) => row.split('\t').slice(1, 4).join(' '))).toEqual([
      'account_deleted command line bobby',
      'account_promoted command line bobby',
      'account_created command line bobby',
      'account_created command line alice',
    ])
    const { items } = JSON.parse((await audit('--account bobby --action account_promoted --limit 5 --json')).out)
    expect(items).toMatchObject([{ action: 'account_promoted', subject: 'bobby', via: 'command' }])
    expect((await audit('--action nothing')).code).toBe(2)
    expect((await audit('--account nobody_here')).err).toBe('No entries.\n')
  })

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
    expect(changed.out).toBe('Account alice has a new password and is signed out everywhere.\n')
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

  test('the quota of an account is shown, set and removed, which is in the audit log', async () => {
    const { account, audit } = await instance()
    const general = expect.stringMatching(/^Account alice stores .* of 1 GiB \(QUOTA_MIB\)\.\n$/)
    expect((await account('quota alice')).out).toEqual(general)
    const own = expect.stringMatching(/^Account alice stores .* of 5 MiB \(its own quota\)\.\n$/)
    expect(await account('quota alice --mib 5')).toEqual({ code: 0, out: own, err: '' })
    expect(JSON.parse((await account('quota alice --json')).out)).toEqual({
      ...{ used_bytes: expect.any(Number), quota_bytes: 5 * 1024 * 1024, is_own: true },
    })
    expect((await account('quota bobby')).out).toContain('QUOTA_MIB')
    expect((await account('quota alice --remove')).out).toEqual(general)
    const { items } = JSON.parse((await audit('--account alice --json')).out)
    expect(items.slice(0, 2)).toMatchObject([{ action: 'quota_removed' }, { action: 'quota_set', detail: '5 MiB' }])
    expect((await account('quota nobody_here --mib 5')).code).toBe(1)
    expect((await account('quota alice --mib 0')).err).toContain('a whole number of MiB from 1')
    expect((await account('quota alice --mib 5 --remove')).code).toBe(2)
  })

  test('the second factor of an account is reset, which is in the audit log', async () => {
    const { account, audit } = await instance()
    const reset = await account('second-factor reset alice')
    expect(reset).toEqual({ code: 0, out: 'Account alice signs in without a code.\n', err: '' })
    expect((await audit('--account alice --action second_factor_reset')).out).toContain('alice')
    expect((await account('second-factor reset nobody_here')).code).toBe(1)
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
