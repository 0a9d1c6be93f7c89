import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureInstalled } from './install.mjs'

const manifest = (name: string, more: object = {}) => ({ name, version: '1.0.0', license: 'MIT', ...more })
const linked = (name: string, more: object = {}) => ({
  [name]: { ...manifest(name), ...more },
  [`node_modules/${name}`]: { resolved: name, link: true },
})
const wanted = { dependencies: { a: 'file:a' }, devDependencies: { b: 'file:b' } }

let project: string
const write = (name: string, content: object) => writeFileSync(join(project, name), JSON.stringify(content))
function writeLock(version: string): void {
  const packages = { '': manifest('project', wanted), ...linked('a', { version }), ...linked('b', { dev: true }) }
  write('package-lock.json', { ...manifest('project'), lockfileVersion: 3, requires: true, packages })
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'onedoor-install-'))
  write('package.json', manifest('project', wanted))
  writeLock('1.0.0')
  for (const name of ['a', 'b']) {
    mkdirSync(join(project, name))
    write(`${name}/package.json`, manifest(name))
  }
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const installed = () => ['a', 'b', '.kept'].filter((name) => existsSync(join(project, 'node_modules', name)))

test('a server gets the dependencies; tools complete them, and remove nothing', async () => {
  await ensureInstalled(project, { production: true })
  expect(installed()).toEqual(['a'])
  write('node_modules/.kept', {})
  await ensureInstalled(project)
  expect(installed()).toEqual(['a', 'b', '.kept'])
})

test('a server keeps the tools that are installed, even when the lock file has changed', async () => {
  await ensureInstalled(project)
  writeLock('1.0.1')
  write('a/package.json', manifest('a', { version: '1.0.1' }))
  await ensureInstalled(project, { production: true })
  expect(installed()).toEqual(['a', 'b'])
})

test('what npm installed without devDependencies is used unchanged', async () => {
  await ensureInstalled(project, { production: true })
  rmSync(join(project, 'node_modules', '.onedoor-setup.json'))
  write('node_modules/.kept', {})
  await ensureInstalled(project, { production: true })
  expect(installed()).toEqual(['a', '.kept'])
})
