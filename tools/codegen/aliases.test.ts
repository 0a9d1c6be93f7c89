import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { aliasOf, apiDocument, type Schema } from '#runtime/base/openapi.ts'
import type { Relation } from '#testing/relations/relations.ts'

const document = await apiDocument()
const generated = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../generated/${path}`, import.meta.url), 'utf8'))

/** Every field that is an alias, with the object that has it. */
const aliasFields = Object.entries(document.components.schemas).flatMap(([name, owner]) =>
  Object.entries(owner.properties ?? {}).flatMap(([field, schema]) => {
    const main = aliasOf(schema)
    return main === undefined ? [] : [{ name, owner, field, schema, main }]
  }),
)

const aliasArguments = operations.flatMap(({ id, aliases = {} }) =>
  Object.entries(aliases).map(([alias, main]) => ({ id, alias, main })),
)

test('every alias says of what it is one', () => {
  const parameters = Object.values(document.components.parameters ?? {})
  const described = [...aliasFields.map(({ schema }) => schema), ...parameters.filter(aliasOf)]
  expect(described.length).toBeGreaterThan(10)
  for (const each of described) expect(each.description).toMatch(new RegExp(`^Alias of \`${aliasOf(each)}\`\\.`))
})

test('every alias in a result is held equal to its main name, and absent with it', () => {
  const returned = aliasFields.filter(({ name }) => !name.endsWith('Args'))
  const missing = returned.flatMap(({ name, owner, field, main }) => {
    const held = ((owner as { 'x-relations'?: readonly Relation[] })['x-relations'] ?? []).map((relation) =>
      'holds' in relation ? relation.holds : '',
    )
    const isOptional = !owner.required?.includes(main)
    const wanted = [`${field} = ${main}`, ...(isOptional ? [`absent(${field}) = absent(${main})`] : [])]
    return wanted.filter((each) => !held.includes(each)).map((each) => `${name}: ${each}`)
  })
  expect(missing).toEqual([])
})

test('tools for models list main names only', () => {
  const tools: { name: string; inputSchema: Schema }[] = generated('mcp/tools.json')
  const ofAgent: Record<string, { schema: Schema }> = generated('agent/tools.json')
  const ofApps: Record<string, { args: string[] }> = generated('apps/methods.json')
  expect(aliasArguments.length).toBeGreaterThan(0)
  for (const { id, alias, main } of aliasArguments) {
    // What grants rights is a tool of none.
    const names = [
      tools.find(({ name }) => name === id.replace('.', '_'))?.inputSchema.properties,
      ofAgent[id]?.schema.properties,
      ofApps[id] && Object.fromEntries(ofApps[id].args.map((name) => [name.replace('?', ''), name])),
    ].flatMap((properties) => (properties ? [Object.keys(properties)] : []))
    expect(names.length > 0 || id === 'agent.approvals').toBe(true)
    for (const each of names) {
      expect(each).toContain(main)
      expect(each).not.toContain(alias)
    }
  }
})
