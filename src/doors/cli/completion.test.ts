import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { typeLine } from '../../testing/typed-line.ts'

const CLI = resolve(import.meta.dirname, '../../cli.ts')

/** The candidates for the last word, without their descriptions. */
async function candidates(...words: string[]): Promise<string[]> {
  const { code, out, err } = await typeLine(['complete', '--', ...words])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '')
}

describe('possible next words', () => {
  test.each<[string[], string[]]>([
    [['not'], ['notes', 'notify']],
    [['logi'], ['login']],
    [
      ['notes', ''],
      ['add', 'delete', 'get', 'list'],
    ],
    [['notes', 'a'], ['add']],
    [
      ['account', ''],
      ['create', 'delete', 'demote', 'disable', 'enable', 'list', 'password', 'promote', 'quota', 'second-factor'],
    ],
    [
      ['call', 'notes.'],
      ['notes.add', 'notes.delete', 'notes.get', 'notes.list'],
    ],
    [
      ['notes', 'add', '--ti'],
      ['--time-limit', '--title'],
    ],
    [
      ['call', 'notes.add', '--ti'],
      ['--time-limit', '--title'],
    ],
    [['notes', 'add', '--title', 'x', '--tit'], []],
    [['routes', 'nearest', '--to', 'x', '--to'], ['--to']],
    [
      ['routes', 'nearest', '--mode', ''],
      ['cycle', 'drive', 'transit', 'walk'],
    ],
    [
      ['routes', 'nearest', '--from-l'],
      ['--from-lat', '--from-lon'],
    ],
    [['docs', 'write', '--public', '--cont'], ['--content']],
    [['notes', 'add', '--title', ''], []],
    [
      ['notes', 'add', '--output', ''],
      ['json', 'text'],
    ],
    [['completion', 'b'], ['bash']],
    [['no-such', 'thing', ''], []],
  ])('%j', async (words, expected) => {
    expect(await candidates(...words)).toEqual(expected)
  })

  test('the first word may be any command', async () => {
    expect(await candidates('')).toEqual(expect.arrayContaining(['account', 'call', 'login', 'notes', 'work']))
  })

  test('after an @ it is a file', async () => {
    const folder = join(import.meta.dirname, 'calls')
    expect(await candidates('notes', 'add', '--text', `@${folder}/spell`)).toEqual([
      `@${folder}/spelling.test.ts`,
      `@${folder}/spelling.ts`,
    ])
    expect(await candidates('images', 'upload', '--data', `@base64:${folder}`)).toEqual([`@base64:${folder}/`])
    expect(await candidates('notes', 'add', '--text', '@/no/such/folder/')).toEqual([])
  })

  test('a candidate comes with its description, after a tab', async () => {
    expect((await typeLine(['complete', '--', 'notes', 'add'])).out).toBe('add\tWrite a note\n')
  })
})

test('each shell has a script, and no other name does', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    expect((await typeLine(['completion', shell])).out).toContain('onedoor complete -- ')
  }
  expect(await typeLine(['completion', 'csh'])).toMatchObject({ code: 2, out: '' })
})

describe('in bash', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'onedoor-completion-'))
    await writeFile(join(folder, 'onedoor'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`)
    await chmod(join(folder, 'onedoor'), 0o755)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  function completed(line: string): string[] {
    const script = `eval "$(onedoor completion bash)"
COMP_WORDS=(${line})
COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
_onedoor
printf '%s\\n' "\${COMPREPLY[@]}"
complete -p onedoor`
    const env = { PATH: `${folder}:${process.env.PATH}` }
    return execFileSync('bash', ['--norc', '-s'], { input: script, env, encoding: 'utf8' }).trimEnd().split('\n')
  }

  test('a word is completed by the program itself', () => {
    expect(completed('onedoor notes ""')).toEqual([
      'add',
      'delete',
      'get',
      'list',
      'complete -o default -F _onedoor onedoor',
    ])
    expect(completed('onedoor call notes.a')[0]).toBe('notes.add')
  })
})
