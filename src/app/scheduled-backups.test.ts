import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdtemp, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createStored } from '#runtime/backup/scheduled-backups.ts'
import { systemClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import { Registry } from '#runtime/base/metrics.ts'
import { openS3 } from '#runtime/blobs/s3.ts'
import { backupsForTests, noteOf, seeded } from '#testing/backups.ts'
import { type DatabaseSettings, forDrawnDatabase, newDataDir } from '#testing/databases.ts'
import { bareEnv } from '#testing/program.ts'
import { type S3Server, startS3 } from '#testing/s3-server.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { typeLine } from '#testing/typed-line.ts'
import { createScheduled, upkeepOf } from './backup-commands.ts'
import { backupFindings, openPlaceOf, withBackups } from './backups.ts'
import { loadConfig } from './config.ts'
import type { OpenFamilies } from './open-families.ts'

const { folder } = backupsForTests()
const storingBackup = join(import.meta.dirname, 'fixtures/storing-backup.ts')
const key = Buffer.alloc(32, 9).toString('base64')
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

const newFolder = () => mkdtemp(join(folder(), 'to-'))
type Env = Record<string, string>

function envOf({ dataDir, databaseUrl }: DatabaseSettings, settings: Env): Env {
  return { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...settings }
}

const store = (env: Env, now: string) => createScheduled(loadConfig(env), Date.parse(now))
const moveTo = ({ clock }: TestServer, time: string) => clock.advance(Date.parse(time) - clock.now())
const type = (env: Env, ...words: string[]) => typeLine(['backup', ...words], { env })

forDrawnDatabase((_dialect, _openTestStore, newDatabase) => {
  describe.each([
    ['a folder', async (): Promise<Env> => ({ BACKUP_TO: await newFolder() })],
    [
      'an S3-compatible store',
      async (): Promise<Env> => {
        const { S3_ENDPOINT, S3_BUCKET, ...keys } = s3.settings
        return { BACKUP_TO: `${S3_ENDPOINT}/${S3_BUCKET}/night/${Math.random()}`, ...keys }
      },
    ],
  ])('backups in %s', (_place, placeOf) => {
    test('are listed, verified, tried in a drill, and restored', async () => {
      const source = await newDatabase()
      const { secret } = await seeded(source)
      const env = envOf(source, { ...(await placeOf()), BACKUP_KEY: key })
      expect((await type(env, 'list')).out).toBe('BACKUP_TO has no backups yet.\n')
      expect(await type(env, 'drill')).toMatchObject({ code: 1, err: 'onedoor: BACKUP_TO has no good backup yet.\n' })
      const name = await store(env, '2026-11-26T02:30:00Z')
      expect(name).toBe('onedoor-2026-11-26T02-30-00Z.backup')
      expect((await type(env, 'list')).out).toMatch(
        /\nonedoor-2026-11-26T02-30-00Z\.backup\t2026-11-26T02:30:00\.000Z\tgood\t\d+\t0\n$/,
      )
      expect(await type(env, 'verify')).toMatchObject({
        code: 0,
        out: expect.stringContaining(`${name} can be restored.`),
      })
      const drilled = await type(env, 'drill')
      expect([drilled.code, drilled.err]).toEqual([0, ''])
      expect(drilled.out).toMatch(
        /^CHECK\tSTATE\tDETAIL\nrestore\tworks\t\d+ rows .*\ndatabase\tworks\tis whole\nfiles\t.*\nledger\tworks\t.*\ncall log\tworks\t/,
      )
      expect((await readdir(source.dataDir)).filter((file) => /drill/.test(file))).toEqual([])
      expect((await type({ ...env, BACKUP_KEY: '' }, 'verify')).err).toContain('is encrypted. Set BACKUP_KEY')
      expect((await type({ ...env, BACKUP_KEY: Buffer.alloc(32).toString('base64') }, 'drill')).err).toContain(
        'a key other than BACKUP_KEY',
      )
      if (!env.BACKUP_TO?.startsWith('/')) return
      const target = await newDatabase('empty')
      const file = join(env.BACKUP_TO, name)
      expect(await type(envOf(target, { BACKUP_KEY: key }), 'restore', file)).toMatchObject({ code: 0 })
      expect(await noteOf(target, secret)).toBe('Oats')
    })

    test('are deleted by BACKUP_KEEP after a new one is good, and unfinished ones with them', async () => {
      const source = await newDatabase()
      await seeded(source)
      const env = envOf(source, { ...(await placeOf()), BACKUP_KEEP: '2 daily' })
      for (const day of ['21', '22', '23']) await store(env, `2026-11-${day}T02:30:00Z`)
      const names = async () => (await type(env, 'list')).out.match(/2026-11-\d\dT02-30/g)
      expect(await names()).toEqual(['2026-11-23T02-30', '2026-11-22T02-30'])
    })
  })
})

describe('on SQLite', () => {
  let env: Env
  let place = ''
  beforeAll(async () => {
    const dataDir = await newDataDir()
    await seeded({ dataDir })
    env = envOf({ dataDir }, {})
  })
  const begin = async (settings: Env = {}) => {
    place = await newFolder()
    return { ...env, BACKUP_TO: place, ...settings }
  }

  test.each([
    ['unencrypted', {}],
    ['encrypted', { BACKUP_KEY: key }],
  ])('a damaged or truncated %s backup fails its verification and the drill', async (_how, settings) => {
    const own = await begin(settings)
    const file = join(place, await store(own, '2026-11-26T02:30:00Z'))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const whole = await readFile(file)
    const handle = await open(file, 'r+')
    await handle.write(Buffer.of(1, 2, 3), 0, 3, Math.floor(whole.length / 2))
    await handle.close()
    for (const word of ['verify', 'drill']) {
      expect(await type(own, word)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/damaged/),
      })
    }
    await writeFile(file, whole.subarray(0, -20))
    expect(await type(own, 'verify', file)).toMatchObject({ code: 1, err: expect.stringMatching(/damaged/) })
  })

  test('a backup that cannot be read back is not good, and no earlier one is deleted for it', async () => {
    const own = await begin({ BACKUP_KEEP: '1 daily' })
    const first = await store(own, '2026-11-25T02:30:00Z')
    const config = loadConfig(own)
    const real = await openPlaceOf(config)
    const cutOff = async (name: string) => Readable.from([(await readFile(join(place, name))).subarray(0, -50)])
    const write = (file: string) => upkeepOf(env).backUp(file)
    const options = { place: { ...real, open: cutOff }, keep: config.backupKeep, key: undefined, write }
    const made = createStored(options, Date.parse('2026-11-26T02:30:00Z'))
    await expect(made).rejects.toThrow(/damaged/)
    expect((await readdir(place)).sort()).toEqual([first, `${first}.verified`])
  })

  const reason = new Error('The run took too long.')

  test('one that is aborted while it is written leaves nothing, and the next one succeeds', async () => {
    const own = await begin()
    const stop = new AbortController()
    const watcher = watch(place, () => stop.abort(reason))
    const now = Date.parse('2026-11-26T02:30:00Z')
    await expect(createScheduled(loadConfig(own), now, stop.signal)).rejects.toBe(reason)
    watcher.close()
    expect(await readdir(place)).toEqual([])
    await store(own, '2026-11-26T02:30:00Z')
  })

  test.each(['put', 'open'] as const)('one that is aborted during %s is not good', async (step) => {
    const config = loadConfig(await begin())
    const real = await openPlaceOf(config)
    const stop = new AbortController()
    const aborting = (...args: [never, never]) => {
      stop.abort(reason)
      return real[step](...args) as never
    }
    const write = (file: string) => upkeepOf(env).backUp(file)
    const kept = { keep: config.backupKeep, key: undefined, signal: stop.signal, write }
    const made = createStored({ place: { ...real, [step]: aborting }, ...kept }, Date.parse('2026-11-26T02:30:00Z'))
    await expect(made).rejects.toBe(reason)
    expect(await readdir(place)).toEqual([])
  })

  test('a scheduled one ends with its time limit', async () => {
    const config = loadConfig(await begin())
    const parts = { config, clock: systemClock, log: createLog(config), metrics: new Registry() }
    const { schedules } = withBackups({ schedules: [] as unknown } as OpenFamilies, parts)
    await expect(schedules[0]?.run(AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(await readdir(place)).toEqual([])
  })

  test('a backup from the future takes the place of no other, and does not count as the last good one', async () => {
    const own = await begin({ BACKUP_KEEP: '1 daily' })
    const future = await store(own, '2030-01-01T02:30:00Z')
    const config = loadConfig(own)
    const now = Date.parse('2026-11-26T12:00:00Z')
    expect(await backupFindings(config, now)).toMatchObject([{ state: 'outdated' }])
    await store(own, '2026-11-25T02:30:00Z')
    const name = await store(own, '2026-11-26T02:30:00Z')
    expect((await readdir(place)).filter((file) => file.endsWith('.backup')).sort()).toEqual([name, future])
    expect(await backupFindings(config, now)).toMatchObject([{ detail: 'the last good one is 9 hours old' }])
  })

  test('with BACKUP_KEY, a backup that somebody else could have made is neither verified nor restored', async () => {
    const own = await begin()
    const name = await store(own, '2026-11-26T02:30:00Z')
    const withKey = { ...own, BACKUP_KEY: key }
    const reason = expect.stringContaining('is not an encrypted backup. If you trust it, run the command without')
    expect(await type(withKey, 'verify', name)).toMatchObject({ code: 1, err: reason })
    expect(await type(withKey, 'restore', join(place, name))).toMatchObject({ code: 1, err: reason })
    expect(await type(own, 'verify', name)).toMatchObject({ code: 0 })
  })

  test('a killed run leaves no backup, and the next one removes what it left', async () => {
    const own = await begin()
    const child = spawn(process.execPath, [storingBackup], {
      env: { ...bareEnv, ...own },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const watcher = watch(place, () => child.kill('SIGKILL'))
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    watcher.close()
    expect((await readdir(place)).map((file) => file.replace(/[0-9a-f]{8,}/g, 'x'))).toEqual([
      expect.stringMatching(/^\.\.onedoor-.*\.backup\.x\.work\.partial-x$/),
    ])
    const name = await store(own, '2026-11-26T02:30:00Z')
    expect((await readdir(place)).sort()).toEqual([name, `${name}.verified`])
  })
})

/** Creates a backup on a disk of 1 MiB that is full but for 4 KiB, lists what it left, and again with room. */
const onFullDisk = `mount -t tmpfs -o size=1m tmpfs "$BACKUP_TO" || exit 77
dd if=/dev/zero of="$BACKUP_TO/filler" bs=1k count=1020 2>/dev/null
"$0" "$1" 2>&1 && exit 1
echo left:; ls -A "$BACKUP_TO"
rm "$BACKUP_TO/filler"
"$0" "$1" && ls -A "$BACKUP_TO"`

test('a backup that fills its disk fails with the reason, leaves no file, and the next one succeeds', async () => {
  const [dataDir, place] = [await newDataDir(), await newFolder()]
  await seeded({ dataDir })
  const child = spawn('unshare', ['-rm', 'sh', '-c', onFullDisk, process.execPath, storingBackup], {
    env: { ...bareEnv, DATA_DIR: dataDir, BACKUP_TO: place },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, ended] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect([output, ended]).toEqual([
    expect.stringMatching(
      /the disk is full\. Free some space, .*\nleft:\nfiller\n(onedoor-.*\.backup)\n\1\.verified\n$/s,
    ),
    [0, null],
  ])
}, 60_000)

test('in a shared bucket only names of backups are listed', async () => {
  const { S3_ENDPOINT, S3_BUCKET, ...keys } = s3.settings
  const other = await openS3({ ...s3.account, prefix: 'photos-' })
  const file = join(await newFolder(), 'photo')
  await writeFile(file, '')
  await other.keep('1', { path: file, bytes: 0, sha256: createHash('sha256').digest('hex') })
  other.close()
  const env = envOf({ dataDir: await newDataDir() }, { BACKUP_TO: `${S3_ENDPOINT}/${S3_BUCKET}`, ...keys })
  await using place = await openPlaceOf(loadConfig(env))
  await writeFile(file, '')
  await place.put('onedoor-2026-11-26T02-30-00Z.backup', file)
  expect(await place.list()).toEqual(['onedoor-2026-11-26T02-30-00Z.backup'])
})

describe('a server', () => {
  const lines: string[] = []
  const settings = { TIME_ZONE: 'Europe/London', BACKUP_AT: '01:30', NEWS_FEEDS: 'none' }
  const metric = async (url: string, name: string) =>
    new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(`${url}/metrics`)).text())?.[1]

  test('backs up at the local time, also on the day that skips it, and reports it', async () => {
    const place = await newFolder()
    const dataDir = await newDataDir()
    const server = await startTestServer({
      ...{ dataDir, now: '2026-03-28T12:00:00Z', onLogLine: (line) => lines.push(line) },
      settings: { ...settings, BACKUP_TO: place },
    })
    moveTo(server, '2026-03-29T00:59:59Z')
    await server.jobs.settle()
    expect(await readdir(place)).toEqual([])
    moveTo(server, '2026-03-29T01:00:00Z')
    await server.jobs.settle()
    expect((await readdir(place)).sort()).toEqual([
      ...['onedoor-2026-03-29T01-00-00Z.backup', 'onedoor-2026-03-29T01-00-00Z.backup.verified'],
    ])
    expect(await metric(server.url, 'onedoor_backups_total{outcome="ok"}')).toBe('1')
    await vi.waitFor(async () => {
      expect(await metric(server.url, 'onedoor_backup_last_good_timestamp_seconds')).toBe('1774746000')
    })
    await server.stop()
  })

  test('reports a backup that fails in the log, the metrics and the doctor', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    const dataDir = await newDataDir()
    const own = { ...settings, BACKUP_TO: join(file, 'backups') }
    const server = await startTestServer({
      ...{ dataDir, now: '2026-11-26T01:00:00Z', onLogLine: (line) => lines.push(line) },
      settings: own,
    })
    moveTo(server, '2026-11-26T01:30:00Z')
    await server.jobs.settle()
    expect(lines.filter((line) => line.includes('"backup failed"')).join('')).toContain('cannot be created (ENOTDIR)')
    expect(await metric(server.url, 'onedoor_backups_total{outcome="failed"}')).toBe('1')
    await server.stop()
  })
})
