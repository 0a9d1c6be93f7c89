import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { backupsForTests } from '#testing/backups.ts'
import { newDataDir } from '#testing/databases.ts'
import { startTestServer } from '#testing/server.ts'
import { typeLine } from '#testing/typed-line.ts'
import { ensureBubblewrap } from '../../../tools/setup/programs.mjs'

/** Installing takes a while, once per machine. */
const installTimeoutMs = 600_000
const settings = { SHELL_DISK_MIB: '16', SHELL_PROCESSES: '40', SHELL_FIRST_UID: '230000' }
const { newFile } = backupsForTests()

beforeAll(async () => {
  expect(dirname(await ensureBubblewrap())).toBeDefined()
}, installTimeoutMs)

/** What an account can do to its files to harm anyone who copies them, and something worth storing. */
const hostile = [
  'echo worth > kept; mkdir -p a/b; echo deep > a/b/c; chmod 700 a/b/c',
  'ln -s /etc/shadow link; ln -s /work up; mkfifo pipe; for i in 1 2 3; do truncate -s 12M sparse$i; done',
  'echo secret > locked; chmod 0 locked; : > "--checkpoint-action=exec=sh"; head -c 5M /dev/urandom > noise; sha256sum noise > sum',
].join('; ')

test('a backup contains /work of each account, regardless of its contents, and restoring replaces what is there', async () => {
  const source = { dataDir: await newDataDir() }
  onTestFinished(() => rm(source.dataDir, { recursive: true, force: true }))
  const first = await startTestServer({ ...source, settings })
  const [ada, bob, cleo] = [await first.account('adele'), await first.account('bertrand'), await first.account('cleo')]
  await ada.ok('shell.run', { command: hostile })
  await bob.ok('shell.run', { command: 'echo his > his' })
  await cleo.ok('shell.run', { command: 'echo hers > hers; chmod 000 /work' })
  const typed = (database: typeof source, more: Record<string, string>, ...words: string[]) => {
    return typeLine(words, { env: { DATA_DIR: database.dataDir, LOG_LEVEL: 'silent', ...settings, ...more } })
  }
  const file = newFile()
  const made = await typed(source, {}, 'backup', 'create', file)
  expect(made).toMatchObject({ code: 0, err: '' })
  const bytes = Number(/, 3 sandboxes of (\d+) bytes\.\n$/.exec(made.out)?.[1])
  // The holes of three files would be 36 MiB.
  expect(bytes).toBeGreaterThan(5_000_000)
  expect(bytes).toBeLessThan(7_000_000)
  const without = await typed(source, { SHELL_ENGINE: 'off' }, 'backup', 'create', newFile())
  expect(without).toMatchObject({
    code: 0,
    err: expect.stringContaining('3 sandboxes were in use or unavailable and not included'),
  })
  await first.stop()

  const target = { dataDir: await newDataDir() }

  onTestFinished(() => rm(target.dataDir, { recursive: true, force: true }))
  // Of an account that is in no database: it would belong to the next account with its number.
  await mkdir(join(target.dataDir, 'shell'), { recursive: true })
  await writeFile(join(target.dataDir, 'shell', 'box_stray.ext4'), 'stray')
  const restored = await typed(target, {}, 'backup', 'restore', file)
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect((await readdir(join(target.dataDir, 'shell'))).filter((name) => name.includes('stray'))).toEqual([])
  const next = await startTestServer({ ...target, settings })
  const call = async (token: string | undefined, command: string) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify({ command }) }
    const answer = (await (await fetch(`${next.url}/api/v1/shell/run`, init)).json()) as { result: { text: string } }
    return answer.result.text
  }
  expect(
    await call(
      ada.token,
      'sha256sum -c sum; cat kept a/b/c; readlink link; stat -c "%F %a %s" pipe a/b/c sparse1; ls -A | wc -l',
    ),
  ).toBe('noise: OK\nworth\ndeep\n/etc/shadow\nfifo 644 0\nregular file 700 5\nregular file 644 12582912\n11\n')
  expect(await call(bob.token, 'ls -A; cat his')).toBe('his\nhis\n')
  expect(await call(cleo.token, 'ls -A; cat hers; stat -c %a .')).toBe('hers\nhers\n700\n')
  await next.stop()
}, 120_000)
