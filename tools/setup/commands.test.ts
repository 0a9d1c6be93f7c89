import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { compileCache, nodeFolder, npmEnv, poolAndMemory, projectEnv, root, serverFlags } from './commands.mjs'

const bin = join(root, 'node_modules', '.bin')
const path = (...folders: string[]): string => folders.join(delimiter)

test("the project's tools come first in PATH, once, and compiled code is kept", () => {
  expect(projectEnv({ PATH: path('/usr/bin', bin, '/bin'), HOME: '/home/a' })).toEqual({
    PATH: path(bin, '/usr/bin', '/bin'),
    HOME: '/home/a',
    NODE_COMPILE_CACHE: compileCache,
    ...poolAndMemory,
  })
})

test('a compile cache set in the environment is kept', () => {
  expect(projectEnv({ NODE_COMPILE_CACHE: '/var/cache/node' }).NODE_COMPILE_CACHE).toBe('/var/cache/node')
})

test('npm runs on the Node of the machine and with its settings, not on the one it is about to replace', () => {
  const inModules = join(nodeFolder, 'node_modules', 'node')
  const env = {
    PATH: path(bin, '/usr/bin'),
    npm_config_prefix: inModules,
    npm_config_globalconfig: join(inModules, 'etc', 'npmrc'),
    npm_config_cache: '/home/a/.npm',
  }
  expect(npmEnv(env)).toEqual({ PATH: '/usr/bin', npm_config_cache: '/home/a/.npm' })
  expect(npmEnv({ PATH: '/usr/bin', npm_config_prefix: '/usr', npm_config_nodedir: inModules })).toEqual({
    PATH: '/usr/bin',
    npm_config_prefix: '/usr',
    npm_config_nodedir: inModules,
  })
})

test('npm starts the server with the flags that it gets without npm', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const variables = Object.entries(poolAndMemory)
    .map((entry) => entry.join('='))
    .join(' ')
  const command = `node ${serverFlags.join(' ')} tools/setup/launch.mjs src/main.ts`
  expect(scripts.start).toBe(`${variables} exec ${command} || ${command}`)
})
