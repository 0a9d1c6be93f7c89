import type { Command } from 'commander'
import { iso } from '../../runtime/base/clock.ts'
import { type CliOptions, withInstance } from './instance.ts'
import { UsageError, writeTable } from './output/terminal.ts'

const pageSize = 200

/** Adds `jobs list` and `jobs retry`. */
export function addJobsCommands(program: Command, options: CliOptions): void {
  const jobs = program.command('jobs').description('work in the background: see what was given up, and retry it')
  jobs
    .command('list')
    .description('count the jobs by kind and state, and list those that were given up')
    .action(() => list(options))
  jobs
    .command('retry')
    .description('queue a job again that was given up')
    .argument('[id]', 'its id, as "jobs list" shows it')
    .option('--all', 'all that were given up')
    .option('--kind <kind>', 'all of this kind that were given up')
    .action((id: string | undefined, { all = false, kind }: { all?: boolean; kind?: string }) =>
      retry(options, { id, all, kind }),
    )
}

async function list(options: CliOptions): Promise<void> {
  const { terminal } = options
  await withInstance(options, async ({ jobs }) => {
    const counts = await jobs.counts()
    if (counts.length === 0) terminal.stdout.write('No jobs are queued and none were given up.\n')
    else
      writeTable(
        terminal,
        ['KIND', 'STATE', 'JOBS', 'OLDEST DUE'],
        counts.map(({ kind, state, count, oldest }) => [kind, state, String(count), iso(oldest)]),
      )
    let header: readonly string[] | undefined = ['GIVEN UP', 'KIND', 'ACCOUNT', 'ATTEMPTS', 'AT', 'WHY']
    for (let after: string | undefined; ; ) {
      const { jobs: dead } = await jobs.dead({ after, limit: pageSize })
      if (dead.length === 0) return
      if (header) terminal.stdout.write('\n')
      const rows = dead.map((job) => [
        ...[job.id, job.kind, job.username ?? '-', String(job.attempts), iso(job.givenUpAtMs), job.error],
      ])
      writeTable(terminal, header ?? rows.shift() ?? [], rows)
      header = undefined
      after = dead.at(-1)?.id
    }
  })
}

interface Chosen {
  readonly id: string | undefined
  readonly all: boolean
  readonly kind: string | undefined
}

async function retry(options: CliOptions, { id, all, kind }: Chosen): Promise<void> {
  if ([id !== undefined, all, kind !== undefined].filter(Boolean).length !== 1)
    throw new UsageError('Name one job by its id, or use --all or --kind KIND.')
  await withInstance(options, async ({ jobs, audit }) => {
    if (id !== undefined) await jobs.retry(id)
    const count = id === undefined ? await jobs.retryAll(kind) : 1
    await audit.record({ action: 'job_retried', via: 'command', detail: id ?? kind ?? 'all' })
    options.terminal.stdout.write(`Queued again: ${count}. A running server begins within a minute.\n`)
  })
}
