import { setting, wholeNumber } from '../base/setting.ts'

/** Settings of background work. */
export const jobSettings = {
  jobConcurrency: setting({
    name: 'JOB_CONCURRENCY',
    rule: 'a whole number from 1 to 200',
    fallback: '16',
    meaning:
      'The number of short jobs, such as firing events, that a server process runs concurrently. At most a quarter of them can be for one account.',
    without: 'Nothing.',
    example: '32',
    schema: () => wholeNumber(1, 200),
  }),
  longJobConcurrency: setting({
    name: 'LONG_JOB_CONCURRENCY',
    rule: 'a whole number from 1 to 200',
    fallback: '8',
    meaning:
      'The number of jobs lasting minutes, such as runs of the agent, that a server process runs concurrently. At most a quarter of them can be for one account.',
    without: 'Nothing.',
    example: '16',
    schema: () => wholeNumber(1, 200),
  }),
} as const
