import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The other code that names the tables: the deletion of accounts, and the check whether an instance is in use. */
const allowed = ['runtime/accounts/owned.ts', 'app/backup-commands.ts']

test('only the ledger changes a balance', () => {
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  // In the type of an object `'holds'` is a member, not a table.
  const naming = files.filter((file) =>
    /\b(?:from|into|update|join) (?:balances|holdings|holds|ledger_entries)\b|['"`](?:balances|holdings|holders|holds|ledger_entries)['"`]/.test(
      readFileSync(join(root, file), 'utf8').replaceAll(/\bPick<[^>]*>|'holds' in /g, ''),
    ),
  )
  const outside = naming.filter((file) => !file.startsWith('runtime/money/') && !allowed.includes(file))
  expect(outside).toEqual([])
  expect(naming).toEqual(expect.arrayContaining([...allowed, 'runtime/money/rows.ts']))
})
