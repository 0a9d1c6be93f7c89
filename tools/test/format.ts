/** `npm run format`: formats the spec and the code, and sorts imports, in place. */
import { join } from 'node:path'
import { node, stopWithThisProcess } from './command.ts'

const root = join(import.meta.dirname, '../..')
const formatters = [
  ['node_modules/@typespec/compiler/cmd/tsp.js', 'format', 'spec/**/*.tsp'],
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'],
]

stopWithThisProcess()
for (const [script = '', ...args] of formatters) {
  const { code } = await node([join(root, script), ...args], { cwd: root, isShown: true })
  if (code !== 0) process.exitCode = 1
}
