import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { forEachServer, serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { ensureBubblewrap } from '../../../tools/setup/programs.mjs'
import { keptBytes, maxCharacters, shownOf } from './methods/run.ts'
import { absoluteIn, fileIn } from './sandbox-paths.ts'

/** Installing takes a while, once per machine. */
const installTimeoutMs = 600_000
const wait = { timeout: 10_000 }
const settings = {
  SHELL_MEMORY_MIB: '64',
  SHELL_PROCESSES: '40',
  SHELL_DISK_MIB: '16',
  SHELL_MAX_SECONDS: '30',
  SHELL_FIRST_UID: '220000',
}

beforeAll(async () => {
  expect(dirname(await ensureBubblewrap())).toBeDefined()
}, installTimeoutMs)

forEachServer(
  (server) => {
    const account = () => server().account()

    test('returns exit codes as results, with both streams in their order', async () => {
      const ann = await account()
      expect(await ann.ok('shell.run', { command: 'echo out; echo err >&2; exit 3' })).toEqual({
        exit_code: 3,
        text: 'out\nerr\n',
        is_truncated: false,
        timed_out: false,
        dir: '/work',
        duration_s: expect.any(Number),
      })
      expect(await ann.ok('shell.run', { command: 'printf "a\\0b\\xffc"; sleep 9', timeout: 1 })).toMatchObject({
        exit_code: 124,
        text: 'a\ufffdb\ufffdc',
        timed_out: true,
      })
    })

    test('writes whole files that commands see, each account its own', async () => {
      const ann = await account()
      const bob = await account()
      expect(await ann.ok('shell.write', { path: 'survey/q.txt', content: 'How?\n' })).toEqual({
        path: '/work/survey/q.txt',
        size_bytes: 5,
      })
      await ann.ok('shell.write', { path: '/work/survey/q.txt', content: '' })
      await ann.ok('shell.write', { path: 'survey/../ü $(id) `x`.txt', content: '$(id)\n' })
      expect(
        await ann.ok('shell.run', { command: 'wc -c survey/q.txt; cat *.txt; pwd', dir: 'survey/..' }),
      ).toMatchObject({
        text: '0 survey/q.txt\n$(id)\n/work\n',
        dir: '/work',
      })
      expect(await ann.ok('shell.run', { command: 'pwd', dir: '/work/survey' })).toMatchObject({
        text: '/work/survey\n',
      })
      expect(await bob.ok('shell.run', { command: 'ls -A' })).toMatchObject({ text: '' })
    })

    test('replaces a link or a pipe of the same name instead of following it, and rejects a directory', async () => {
      const ann = await account()
      await ann.ok('shell.run', { command: 'mkfifo pipe; ln -s /usr/target link; mkdir folder; echo file > file' })
      await ann.ok('shell.write', { path: 'pipe', content: 'p' })
      await ann.ok('shell.write', { path: 'link', content: 'l' })
      expect(await ann.ok('shell.run', { command: 'cat pipe link; test -L link || echo plain' })).toMatchObject({
        text: 'plplain\n',
      })
      for (const path of ['folder', 'file/below', `${'x'.repeat(300)}`]) {
        const { body } = await ann.fails('shell.write', { path, content: 'x' })
        expect(body).toMatchObject({ code: 'invalid_argument', details: [{ path: 'path' }] })
      }
      expect(await ann.ok('shell.run', { command: 'ls -A' })).toMatchObject({ text: 'file\nfolder\nlink\npipe\n' })
    })

    test.each([
      ['shell.run', { command: 'id', dir: '/etc' }, 'dir'],
      ['shell.run', { command: 'id', dir: '../work2' }, 'dir'],
      ['shell.run', { command: 'id', dir: 'missing' }, 'dir'],
      ['shell.run', { command: 'id', dir: '/work/../workshop' }, 'dir'],
      ['shell.run', { command: 'id', timeout_s: 31 }, 'timeout_s'],
      ['shell.run', { command: 'id', timeout_s: 0 }, 'timeout_s'],
      ['shell.run', { command: '  ' }, 'command'],
      ['shell.run', { command: 'id', dir: 'a\0b' }, 'dir'],
      ['shell.write', { path: '../x', content: 'x' }, 'path'],
      ['shell.write', { path: '/etc/passwd', content: 'x' }, 'path'],
      ['shell.write', { path: '/work', content: 'x' }, 'path'],
      ['shell.write', { path: 'a/', content: 'x' }, 'path'],
      ['shell.write', { path: 'a', content: 'x'.repeat(262_145) }, 'content'],
    ] as const)('%s rejects %j', async (id, args, path) => {
      const ann = await account()
      const { body } = await ann.fails(id, args)
      expect(body).toMatchObject({ code: 'invalid_argument', details: [{ path }] })
    })

    test('counts /work as stored, rejects what does not fit, and is deleted with the account', async () => {
      const ann = await account()
      await ann.ok('shell.run', { command: 'head -c 6M /dev/zero > six' })
      const used = async () => {
        await server().storage.fold()
        return (await server().storage.partsOf(ann.id)).find(({ table }) => table === 'shell_boxes')?.bytes
      }
      expect(await used()).toBeGreaterThan(6_000_000)
      const { text } = await ann
        .ok('shell.run', { command: 'head -c 20M /dev/zero > twenty; sleep 1.5; ls -s twenty' })
        .catch(() => ({ text: '' }))
      expect(text).not.toContain('204')
      await ann.ok('shell.run', { command: 'rm -f *' })
      expect(await used()).toBeLessThan(1_000_000)
      const folder = join(server().dataDir, 'shell')
      const boxes = () => server().store.all<{ id: string }>(server().store.sql('shell_boxes').where({ owner: ann.id }))
      const [{ id = '' } = {}] = await boxes()
      expect((await readdir(folder)).filter((name) => name.startsWith(id))).not.toEqual([])
      const visitor = await new TestVisitor(server().url).signIn(ann.username)
      await visitor.submit('/settings/data', '/settings/delete', { password: 'correct horse battery' })
      server().clock.advance(600_000)
      await server().jobs.settle()
      expect((await readdir(folder)).filter((name) => name.startsWith(id))).toEqual([])
      expect(await server().store.all(server().store.sql('shell_boxes').where({ id }))).toEqual([])
    })
  },
  { settings },
)

describe('the sandboxes of a server', () => {
  const server = serverForTests({ settings })

  test('are reported to administrators: what is limited, what runs and waits, and the last failure', async () => {
    const ann = await server().account()
    await ann.ok('shell.run', { command: 'true' })
    const metrics = await (await fetch(`${server().url}/metrics`)).text()
    for (const line of ['onedoor_sandbox_works 1', 'onedoor_sandbox_runs 0', 'onedoor_sandbox_waiting 0'])
      expect(metrics).toContain(`${line}\n`)
    expect(metrics).toContain('onedoor_sandbox_failures 0\n')
    await server().store.run(server().store.sql('accounts').where({ id: ann.id }).update({ is_admin: true }))
    const visitor = await new TestVisitor(server().url).signIn(ann.username)
    expect((await visitor.get('/admin')).html).toMatch(
      /<dt>Shell<\/dt><dd>works: bubblewrap.*; 0 commands running, 0 waiting/,
    )
  })
})

describe('a command that waits longer than a call may take', () => {
  const server = serverForTests({ settings: { ...settings, SHELL_MAX_SECONDS: '600' } })

  test('fails with 504 behind another one of its account, and the next one works', async () => {
    const ann = await server().account()
    await ann.ok('shell.run', { command: 'true' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const disconnected = new AbortController()
    const long = ann.send('shell.run', {
      body: JSON.stringify({ command: 'sleep 600', timeout_s: 600 }),
      headers: { 'Content-Type': 'application/json' },
      signal: disconnected.signal,
    })
    const ended = expect(long).rejects.toThrow()
    const metric = async () => (await fetch(`${server().url}/metrics`)).text()
    await expect.poll(metric, wait).toContain('onedoor_sandbox_runs 1\n')
    const waiting = [ann.fails('shell.run', { command: 'id' }), ann.fails('shell.write', { path: 'a', content: 'x' })]
    await expect.poll(metric, wait).toContain('onedoor_sandbox_waiting 2\n')
    await vi.advanceTimersByTimeAsync(240_000)
    for (const { status, body } of await Promise.all(waiting)) {
      expect([status, body.code, body.error]).toEqual([
        504,
        'upstream_timeout',
        expect.stringContaining('longer than the 240 seconds'),
      ])
    }
    expect(await metric()).toContain('onedoor_sandbox_runs 1\n')
    disconnected.abort()
    await ended
    expect(await ann.ok('shell.run', { command: 'ls -A' })).toMatchObject({ exit_code: 0, text: '' })
    expect(await metric()).toContain('onedoor_sandbox_waiting 0\n')
  })
})

describe('commands that never end', () => {
  const server = serverForTests({ settings: { ...settings, SHELL_MAX_SECONDS: '600', SHELL_AT_ONCE: '2' } })

  test('of two accounts make a third wait for a minute, and are charged', async () => {
    const accounts = [await server().account(), await server().account(), await server().account()] as const
    const [ann, bob, carol] = accounts
    for (const account of accounts) await account.ok('shell.run', { command: 'true' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const metric = async () => (await fetch(`${server().url}/metrics`)).text()
    const { available } = await server().ledger.balance(ann.id)
    const endless = { command: 'echo begun; sleep 600', timeout_s: 600 }
    const first = ann.call('shell.run', endless)
    await expect.poll(metric, wait).toContain('onedoor_sandbox_runs 1\n')
    const leaving = new AbortController()
    const second = bob.send('shell.run', {
      body: JSON.stringify(endless),
      headers: { 'Content-Type': 'application/json' },
      signal: leaving.signal,
    })
    const left = expect(second).rejects.toThrow()
    await expect.poll(metric, wait).toContain('onedoor_sandbox_runs 2\n')
    const third = carol.call('shell.run', { command: 'echo third' })
    await expect.poll(metric, wait).toContain('onedoor_sandbox_waiting 1\n')
    await vi.advanceTimersByTimeAsync(60_000)
    const { body, headers } = await first
    expect(body).toMatchObject({ result: { exit_code: 124, timed_out: true, text: 'begun\n' } })
    expect(headers.get('X-Credits-Charged')).toBe('3')
    expect((await third).body).toMatchObject({ result: { text: 'third\n' } })
    expect(await metric()).toContain('onedoor_sandbox_runs 1\n')
    const after = await server().ledger.balance(ann.id)
    expect([available - after.available, after.reserved]).toEqual([3_000_000, 0])
    leaving.abort()
    await left
    await expect.poll(metric, wait).toContain('onedoor_sandbox_runs 0\n')
  })
})

describe('a server without sandboxes', () => {
  const server = serverForTests({ settings: { SHELL_ENGINE: 'off' } })

  test('reports it, and charges nothing', async () => {
    const ann = await server().account()
    const { body } = await ann.fails('shell.run', { command: 'id' })
    expect(body).toMatchObject({ code: 'not_configured', error: expect.stringContaining('SHELL_ENGINE') })
    expect((await ann.fails('shell.write', { path: 'x', content: '' })).body.code).toBe('not_configured')
  })
})

describe('paths', () => {
  test('become absolute, and never leave /work', () => {
    expect(['a', './a', 'b/../a', '/work/a', '/work//a'].map((path) => fileIn('path', path))).toEqual(
      Array(5).fill('/work/a'),
    )
    expect(absoluteIn('dir', '.')).toBe('/work')
    for (const path of ['..', '/', '/works', 'a/../../x', '/work/../x'])
      expect(() => absoluteIn('dir', path)).toThrow('/work')
  })
})

describe('output', () => {
  test('is shown from its end, in characters', () => {
    expect(shownOf(Buffer.from('🌳'.repeat(maxCharacters)))).toEqual({
      text: '🌳'.repeat(maxCharacters),
      isTruncated: false,
    })
    const long = Buffer.from(`x${'🌳'.repeat(maxCharacters + 5)}`).subarray(-keptBytes)
    const { text, isTruncated } = shownOf(long)
    expect([[...text].length, isTruncated, text.includes('\ufffd')]).toEqual([maxCharacters, true, false])
  })
})
