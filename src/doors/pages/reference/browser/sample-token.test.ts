import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withToken } from './sample-token.js'

const folder = join(import.meta.dirname, '../../../../../generated/docs/samples')
const samples = globSync(join(folder, '*.json')).flatMap((file) =>
  Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>).flatMap(
    ([id, texts]) => Object.entries(texts).map(([language, text]) => ({ id, language, text })),
  ),
)

test('a token takes the place of the variable in the samples of every language', () => {
  const secret = `od_${'x'.repeat(43)}`
  const reads = samples.filter(({ language, text }) => language === 'cli' || text.includes('ONEDOOR_TOKEN'))
  expect(new Set(reads.map(({ language }) => language)).size).toBe(6)
  const wrong = reads.filter(({ text }) => {
    const shown = withToken(text, secret)
    return !shown.includes(secret) || shown.replace(`ONEDOOR_TOKEN=${secret} `, '').includes('ONEDOOR_TOKEN')
  })
  expect(wrong).toEqual([])
})
