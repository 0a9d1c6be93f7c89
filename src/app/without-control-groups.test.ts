import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { newDataDir } from '#testing/databases.ts'
import { bareEnv, mainFile } from '#testing/program.ts'

/** Shows the empty /sys/fs/cgroup over which control groups are usually mounted. */
const withoutGroups = 'umount -R /sys/fs/cgroup && test -z "$(ls -A /sys/fs/cgroup)"'

/** Why this machine cannot show it; undefined if it can. */
function whyNot(): string | undefined {
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', withoutGroups], { stdio: 'ignore' })
  return status === 0 ? undefined : 'this user may not unmount /sys/fs/cgroup in a separate namespace'
}

test('a server starts, serves and ends on SIGTERM where /sys/fs/cgroup is empty', async ({ skip }) => {
  const reason = whyNot()
  if (reason !== undefined) skip(reason)
  const command = `${withoutGroups} && exec "$0" "$1"`
  const server = spawn('unshare', ['--mount', 'sh', '-c', command, process.execPath, await mainFile()], {
    env: {
      ...{ ...bareEnv, DATA_DIR: await newDataDir(), PORT: '0', GATEWAY_PORT: 'off', LOG_LEVEL: 'warn' },
      // Any program: it is not started, but its memory is to be limited, so that the server looks for control groups.
      BROWSER_PATH: process.execPath,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const ended = once(server, 'exit')
  const lines: string[] = []
  const listening = Promise.withResolvers<string>()
  const looked = Promise.withResolvers<void>()
  ended.then(() => {
    for (const each of [listening, looked]) each.reject(new Error(`The server has ended: ${lines.join('\n')}`))
  })
  for (const stream of [server.stdout, server.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      const url = /listens on (\S+)/.exec(line)?.[1]
      if (url !== undefined) listening.resolve(url)
      if (/browser not fully limited/.test(line) && /"memory"/.test(line)) looked.resolve()
    })
  }
  expect((await fetch(`${await listening.promise}/api/v1`)).status).toBe(200)
  await looked.promise
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}, 60_000)
