import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { unzip } from '../../src/testing/zip.ts'
import { goModuleOf, wheelOf, zipOf } from './archives.ts'

const bytes = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))

const project = bytes({
  'pyproject.toml':
    '[project]\nname = "onedoor-client"\nversion = "1.2.3"\ndescription = "A client"\nrequires-python = ">=3.9"\n',
  'README.md': '# A client\n',
  LICENSE: 'MIT License\n',
  'onedoor/__init__.py': 'x = 1\n',
  'onedoor/py.typed': '',
})

describe('the wheel', () => {
  test('has the package, and lists every file with its checksum and size', async () => {
    const wheel = await wheelOf(project)
    expect(wheel.name).toBe('onedoor_client-1.2.3-py3-none-any.whl')
    const files = unzip(wheel.bytes)
    const info = 'onedoor_client-1.2.3.dist-info'
    expect([...files.keys()]).toEqual([
      'onedoor/__init__.py',
      'onedoor/py.typed',
      ...['METADATA', 'WHEEL', 'licenses/LICENSE', 'RECORD'].map((name) => `${info}/${name}`),
    ])
    expect(files.get(`${info}/METADATA`)).toContain('Name: onedoor-client\nVersion: 1.2.3\n')
    const rows = (files.get(`${info}/RECORD`) ?? '').trimEnd().split('\n')
    expect(rows).toHaveLength(files.size)
    for (const row of rows.slice(0, -1)) {
      const [name = '', digest, size] = row.split(',')
      const content = Buffer.from(files.get(name) ?? 'absent')
      expect(digest).toBe(`sha256=${createHash('sha256').update(content).digest('base64url')}`)
      expect(Number(size)).toBe(content.length)
    }
    expect(rows.at(-1)).toBe(`${info}/RECORD,,`)
  })

  test('names what pyproject.toml lacks', async () => {
    await expect(wheelOf(bytes({ 'pyproject.toml': 'name = "x"\n' }))).rejects.toThrow('pyproject.toml has no version')
    const { LICENSE: _, ...others } = Object.fromEntries(project)
    await expect(wheelOf(new Map(Object.entries(others)))).rejects.toThrow('has no LICENSE')
  })
})

describe('the Go module', () => {
  test('has each file below its name and version, as proxies serve it', async () => {
    const made = await goModuleOf(
      bytes({ 'go.mod': 'module onedoor.dev/client\n\ngo 1.23\n', 'a.go': 'package a\n' }),
      '1.2.3',
    )
    expect(made.module).toBe('onedoor.dev/client')
    expect([...unzip(made.bytes).keys()]).toEqual([
      'onedoor.dev/client@v1.2.3/go.mod',
      'onedoor.dev/client@v1.2.3/a.go',
    ])
  })

  test('needs a name', async () => {
    await expect(goModuleOf(new Map(), '1.2.3')).rejects.toThrow('go.mod names no module')
  })
})

test('the same files make the same archive', async () => {
  expect(await zipOf(project)).toEqual(await zipOf(project))
})
