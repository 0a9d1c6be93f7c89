import { expect, test } from 'vitest'
import { baseName, typeOf } from './file-name.ts'

test.each([
  ['harvest.csv', 'harvest.csv'],
  ['/etc/passwd', 'passwd'],
  ['../../up.txt', 'up.txt'],
  ['C:\\Users\\theo\\plan.pdf', 'plan.pdf'],
  ['mixed/of\\both.txt', 'both.txt'],
  ['  spaces.txt ', 'spaces.txt'],
  ['two\nlines.txt', 'two lines.txt'],
  ['bell\u0007\u0000.txt', 'bell.txt'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['買い物 👩‍👩‍👧.txt', '買い物 👩‍👩‍👧.txt'],
  ['...hidden', '...hidden'],
])('%j is stored as %j', (given, stored) => {
  expect(baseName(given)).toBe(stored)
})

test.each(['/', 'folder/', '.', '..', 'a/..', '\u202e', '\\', 'a/\u0007'])('%j names no file', (given) => {
  expect(() => baseName(given)).toThrow('name must end with a file name such as harvest.csv.')
})

test.each([
  ['a.csv', 'text/csv'],
  ['A.PNG', 'image/png'],
  ['archive.tar.gz', 'application/gzip'],
  ['page.html', 'text/html'],
  ['csv', 'application/octet-stream'],
  ['.png', 'application/octet-stream'],
  ['a.', 'application/octet-stream'],
  ['a.nothing-known', 'application/octet-stream'],
])('%s is taken for %s', (name, type) => {
  expect(typeOf(name)).toBe(type)
})
