import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findGroups } from './cgroups.ts'

const limits = { memoryBytes: 1_048_576, processes: 40, cpus: 0.5 }

async function newRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'onedoor-groups-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}

test('groups of version 2 are created beside the process, with the limits that the kernel offers', async () => {
  const root = await newRoot()
  await mkdir(join(root, 'unit'))
  await writeFile(join(root, 'unit', 'cgroup.controllers'), 'cpuset cpu memory pids\n')
  const groups = await findGroups({ limits, root, own: '0::/unit\n' })
  expect([...groups.limited].sort()).toEqual(['cpu', 'memory', 'processes'])
  const group = await groups.create('run-1')
  const read = (file: string) => readFile(join(root, 'unit', 'onedoor', 'run-1', file), 'utf8')
  expect(await Promise.all(['memory.max', 'memory.swap.max', 'pids.max', 'cpu.max'].map(read))).toEqual([
    '1048576',
    '0',
    '40',
    '50000 100000',
  ])
  expect(group.procs).toEqual([join(root, 'unit', 'onedoor', 'run-1', 'cgroup.procs')])
  expect(await readFile(join(root, 'unit', 'onedoor', 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids +cpu')
  expect(await group.ranOutOfMemory()).toBe(false)
  await writeFile(join(root, 'unit', 'onedoor', 'run-1', 'memory.events'), 'oom 1\noom_kill 2\n')
  expect(await group.ranOutOfMemory()).toBe(true)
})

test('without permission to create groups, boxes run without them', async () => {
  const groups = await findGroups({ limits, root: join(await newRoot(), 'none'), own: '' })
  expect([...groups.limited]).toEqual([])
  expect((await groups.create('run-1')).procs).toEqual([])
})

test('where the kernel creates no folders, the search ends, as below an empty /sys/fs/cgroup', async () => {
  // Like there, the response of /proc to mkdir is ENOENT although the parent exists.
  const groups = await findGroups({ limits, root: '/proc', own: '4:memory:/\n' })
  expect([...groups.limited]).toEqual([])
})
