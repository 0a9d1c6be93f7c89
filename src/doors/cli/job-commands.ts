import type { Command } from 'commander'
import { iso } from '../../runtime/base/clock.ts'
import { type CliOptions, withInstance } from './cli-options.ts'
import { UsageError, writeTable } from './output/terminal.ts'

const pageSize = 200

/** Adds `jobs list` and `jobs retry`. */
export function addJobsCommands(program: Command, options: CliOptions): void {
  const jobs = program.command('jobs').description('background jobs: show failed ones and retry them')
  jobs
    .command('list')
    .description('count jobs by kind and state, and list failed ones')
    .action(() => list(options))
  jobs
    .command('retry')
    .description('retry a failed job')
    .argument('[id]', 'its id, as "jobs list" shows it')
    .option('--all', 'all failed jobs')
    .option('--kind <kind>', 'all failed jobs of this kind')
    .action((id: string | undefined, { all = false, kind }: { all?: boolean; kind?: string }) =>
      retry(options, { id, all, kind }),
    )
}

async function list(options: CliOptions): Promise<void> {
  const { terminal } = options
  await withInstance(options, async ({ jobs }) => {
    const counts = await jobs.counts()
    if (counts.length === 0) terminal.stdout.write('No jobs are queued or have failed.\n')
    else
      writeTable(
        terminal,
        ['KIND', 'STATE', 'JOBS', 'OLDEST DUE'],
        counts.map(({ kind, state, count, oldest }) => [kind, state, String(count), iso(oldest)]),
      )
    let header: readonly string[] | undefined = ['FAILED', 'KIND', 'ACCOUNT', 'ATTEMPTS', 'AT', 'REASON']
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
    throw new UsageError('Give the id of one job, or --all, or --kind KIND.')
  await withInstance(options, async ({ jobs, audit }) => {
    if (id !== undefined) await jobs.retry(id)
    const count = id === undefined ? await jobs.retryAll(kind) : 1
    await audit.record({ action: 'job_retried', via: 'command', detail: id ?? kind ?? 'all' })
    options.terminal.stdout.write(`Queued again: ${count}. A running server starts them within a minute.\n`)
  })
}
