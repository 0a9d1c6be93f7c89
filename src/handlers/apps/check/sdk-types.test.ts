import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AppSdk, Services } from '#generated/apps/sdk.d.ts'
import { operations } from '#generated/server/operations.ts'
import { refusalOf } from './callable.ts'

test('the types for authors have exactly the methods that apps may call', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../generated/apps/sdk.d.ts'), 'utf8')
  const typed = [...text.matchAll(/^ {2}(\w+): Pick<Client\['\w+'\], (.*)>$/gm)].flatMap(([, family, methods = '']) =>
    [...methods.matchAll(/'(\w+)'/g)].map(([, method]) => `${family}.${method}`),
  )
  const callable = operations.filter((each) => !each.formOf && refusalOf(each) === undefined).map(({ id }) => id)
  expect(typed.toSorted()).toEqual([...callable].sort())
})

test('the SDK knows each method, its verbs, whether apps may call it and the arguments it requires', () => {
  const script = readFileSync(join(import.meta.dirname, '../../../../generated/apps/sdk.js'), 'utf8')
  const [, table = ''] = /const methods = (\{.*\})$/m.exec(script) ?? []
  const known = JSON.parse(table) as Record<string, Record<string, string>>
  const [, sentences = ''] = /const refusals = \{([^}]*)\}/.exec(script) ?? []
  const refusals = new Map([...sentences.matchAll(/(\w+): '([^']*)'/g)].map(([, name, text]) => [name, text]))
  const plain = operations.filter(({ path }) => /^\/api\/v1\/\w+\/\w+$/.test(path))
  for (const each of plain) {
    const [verbs = '', refusal = ''] = known[each.family]?.[each.path.split('/')[4] ?? '']?.split(' ') ?? []
    expect([each.id, verbs.split('/').includes(each.verb), refusals.get(refusal)]).toEqual([
      each.id,
      true,
      refusalOf(each),
    ])
  }
  const count = Object.values(known).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
  expect(count).toBe(new Set(plain.map(({ path }) => path)).size)
  expect(known.notes?.add).toBe('POST  title text')
})

test('the types know arguments and results', () => {
  /** Never called: its mistakes do not compile. */
  async function calls(mu: AppSdk): Promise<string> {
    // @ts-expect-error an unknown argument
    await mu.service('notes', 'add', { titel: 'x', text: 'y' })
    // @ts-expect-error missing arguments
    await mu.service('notes', 'add')
    // @ts-expect-error a withheld method
    await mu.service('notes', 'delete', { id: 'x' })
    const { items } = await mu.service('notes', 'list')
    return items[0]?.title ?? ''
  }
  const known: keyof Services = 'notes'
  expect([typeof calls, known]).toEqual(['function', 'notes'])
})
