import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/app/config.ts'
import { typeLine } from '../../src/testing/typed-line.ts'
import { root } from '../command.ts'
import { commandsIn, readProductionPage } from './page.ts'

const { values, commands } = readProductionPage()

test('a block is read as the commands that a shell runs', () => {
  expect(commandsIn('a\nb &&\n  c\nd <<END\n1\n2\nEND\ne')).toEqual(['a', 'b &&\n  c', 'd <<END\n1\n2\nEND', 'e'])
})

test('the page has ten commands, which a shell can parse', () => {
  expect(commands).toHaveLength(10)
  for (const command of [...values, ...commands]) execFileSync('sh', ['-n', '-e', '-c', command])
  expect(() => execFileSync('sh', ['-n', '-c', 'a &&'], { stdio: 'ignore' })).toThrow()
})

test('the values of the page are those that its commands use, and its settings are valid', () => {
  const assigned = values.map((line) => line.split('=')[0])
  const used = commands.flatMap((command) => [...command.matchAll(/\$(\w+)/g)].map(([, name]) => name))
  expect([...new Set(used)].sort()).toEqual([...assigned].sort())
  const folder = mkdtempSync(join(tmpdir(), 'onedoor-page-'))
  try {
    const [key = '', write = ''] = commands.filter((command) => command.includes('/etc/onedoor/'))
    const typed = [key.replace(/sudo .*/, 'cat >backup-key'), write.replace(/sudo .* <</, 'cat >settings <<')]
    execFileSync('sh', ['-e', '-c', [...values, ...typed].join('\n')], { cwd: folder })
    const lines = readFileSync(join(folder, 'settings'), 'utf8').trim().split('\n')
    const settings = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s) as [string, string]))
    expect(settings.BACKUP_KEY_FILE).toBe('/etc/onedoor/backup-key')
    expect(key).toContain(`/dev/stdin ${settings.BACKUP_KEY_FILE}`)
    const config = loadConfig({ ...settings, BACKUP_KEY_FILE: join(folder, 'backup-key') })
    expect([config.baseUrl, config.backupKey?.length]).toEqual(['https://onedoor.example.org', 32])
    writeFileSync(join(folder, 'backup-key'), 'short\n')
    expect(() => loadConfig({ ...settings, BACKUP_KEY_FILE: join(folder, 'backup-key') })).toThrow('BACKUP_KEY')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the files that the page names exist, and the domain is the one of the sample for Caddy', () => {
  const named = commands.flatMap((command) => command.match(/(?<= )deploy\/[\w./]+/g) ?? [])
  expect(named).toEqual(['deploy/install.sh', 'deploy/proxies/Caddyfile'])
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(readFileSync(join(root, 'deploy/proxies/Caddyfile'), 'utf8')).toContain('onedoor.example.org')
})

test('the service may write where the page stores backups', () => {
  const unit = readFileSync(join(root, 'deploy/onedoor.service'), 'utf8')
  const [, target] = /^BACKUP_TO=(.*)$/m.exec(commands.join('\n')) ?? []
  expect(unit).toContain(`ReadWritePaths=-${target}\n`)
  expect(readFileSync(join(root, 'deploy/install.sh'), 'utf8')).toContain(` ${target}\n`)
})

test('the command line knows each command of the page', async () => {
  const typed = commands.flatMap((command) => [...command.matchAll(/sudo onedoor ([a-z ]+)/g)])
  const names = typed.map(([, words = '']) => words.trim())
  expect(names).toEqual(['config check', 'account create alice', 'doctor', 'backup create', 'backup drill first'])
  for (const name of names) {
    const [, command = ''] = /^((?:account|config|backup) \w+|\w+)/.exec(name) ?? []
    const { code, out } = await typeLine([...command.split(' '), '--help'])
    expect([code, out]).toEqual([0, expect.stringMatching(`^Usage: onedoor ${command} `)])
  }
})
