import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForTests, runPython } from '../../tools/codegen/targets/python/testing-python.ts'
import { differencesOf } from './compare.ts'
import { scriptedServer } from './scripted-server.ts'
import { type Played, readVectors, tableFiles } from './vector.ts'

folderForTests()

const runner = join(import.meta.dirname, 'run_python.py')

describe('the Python client', () => {
  test.each(['sync', 'async'])('passes every vector, %s', async (kind) => {
    const vectors = await readVectors()
    const server = await scriptedServer(vectors)
    try {
      const printed = await runPython([runner, kind, server.baseUrl, ...tableFiles])
      const played: Played[] = printed
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
      const failures = vectors.flatMap((vector, number) =>
        differencesOf(vector, played[number], server.findings(number)).map((found) => `${vector.name}: ${found}`),
      )
      expect(failures).toEqual([])
      expect(played).toHaveLength(vectors.length)
    } finally {
      await server.close()
    }
  })
})
