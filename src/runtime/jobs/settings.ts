import { setting, wholeNumber } from '../base/setting.ts'

/** Settings of background work. */
export const jobSettings = {
  jobConcurrency: setting({
    name: 'JOB_CONCURRENCY',
    rule: 'a whole number from 1 to 200',
    fallback: '16',
    meaning:
      'How many short jobs, such as firing events, a server process runs concurrently; at most a quarter of them for one account.',
    without: 'Nothing.',
    example: '32',
    schema: () => wholeNumber(1, 200),
  }),
  longJobConcurrency: setting({
    name: 'LONG_JOB_CONCURRENCY',
    rule: 'a whole number from 1 to 200',
    fallback: '8',
    meaning:
      'How many jobs that take minutes, such as runs of the agent, a server process runs concurrently; at most a quarter of them for one account.',
    without: 'Nothing.',
    example: '16',
    schema: () => wholeNumber(1, 200),
  }),
} as const
