import { expect, test } from 'vitest'
import { ensureNatsServer } from './nats-server.mjs'

function machine(has: string[], installs: string[] = []) {
  const programs = new Set(has)
  return {
    isExecutable: (file: string) => programs.has(file),
    isRoot: () => true,
    async apt([step]: string[]) {
      if (step === 'install') for (const program of installs) programs.add(program)
      return 0
    },
  }
}

const PATH = '/usr/bin'

test('the nats-server of the tests is the one that NATS_SERVER_PATH names, else an installed one, else Debian’s', async () => {
  const there = machine(['/usr/sbin/nats-server', '/opt/nats-server'])
  expect(await ensureNatsServer({ PATH, NATS_SERVER_PATH: '/opt/nats-server' }, there)).toBe('/opt/nats-server')
  expect(await ensureNatsServer({ PATH }, there)).toBe('/usr/sbin/nats-server')
  const bare = machine(['/usr/bin/apt-get'], ['/usr/sbin/nats-server'])
  expect(await ensureNatsServer({ PATH }, bare)).toBe('/usr/sbin/nats-server')
  await expect(ensureNatsServer({ PATH }, machine([]))).rejects.toThrow(/apt-get install nats-server.*NATS_SERVER_PATH/)
})
