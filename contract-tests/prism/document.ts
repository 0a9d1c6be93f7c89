import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, operationsOf, resolve, type Schema, walkSchema } from '../../src/runtime/base/openapi.ts'
import { root } from '../../src/testing/program.ts'
import { document } from '../document.ts'

/** The document for Prism in a mock: every operation can also be called without a credential, which the mock has checked. */
export function withoutCredentials(published: Document): Document {
  const open = structuredClone(published)
  for (const { operation } of operationsOf(open)) {
    if (operation.security) operation.security = [...operation.security, {}]
  }
  return open
}

/**
 * The document with every object closed: Prism fills open objects with invented fields, and the server returns only
 * documented ones. The bases of another object stay open in it, as separate copies.
 */
export function withoutInventedFields(published: Document): Document {
  const closed = structuredClone(published)
  const extended = new Set<Schema>()
  const objects = new Set<Schema>()
  for (const { operation } of operationsOf(closed)) {
    for (const response of Object.values(operation.responses)) {
      for (const { schema } of Object.values(response.content ?? {})) {
        walkSchema(closed, schema, (found) => {
          // An allOf of one that adds no fields only carries a description of the same object.
          if (found.allOf && (found.properties || found.allOf.length > 1)) extended.add(found)
          if (found.properties && !found.allOf) objects.add(found)
        })
      }
    }
  }
  const openParts = [...extended].map((schema) => ({
    schema,
    allOf: (schema.allOf ?? []).map((part) => structuredClone(resolve(closed, part))),
  }))
  for (const object of objects) object.additionalProperties ??= false
  for (const { schema, allOf } of openParts) schema.allOf = allOf
  return closed
}

/** Writes the mock's document and returns its path. */
export function writeMockDocument(): string {
  const folder = join(root, '.cache/prism')
  mkdirSync(folder, { recursive: true })
  // A separate file, because several mocks may start at the same time.
  const file = join(folder, `openapi-${process.pid}.json`)
  writeFileSync(file, JSON.stringify(withoutInventedFields(withoutCredentials(document))))
  return file
}
