import { setting, wholeNumber } from '../base/setting.ts'

/** Settings of runs of the agent. */
export const agentSettings = {
  agentTimeoutMs: setting({
    name: 'AGENT_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 300',
    fallback: '300',
    meaning:
      'How many seconds a run of the agent may take, without the time in the queue. After that it returns its answer so far, and says so.',
    without: 'Nothing.',
    example: '120',
    schema: () => wholeNumber(1, 300).transform((seconds) => seconds * 1000),
  }),
  agentCalls: setting({
    name: 'AGENT_CALLS',
    rule: 'a whole number from 1 to 40',
    fallback: '40',
    meaning: 'How many calls a run of the agent may make. After that it returns its answer so far, and says so.',
    without: 'Nothing.',
    example: '20',
    schema: () => wholeNumber(1, 40),
  }),
  agentConcurrency: setting({
    name: 'AGENT_CONCURRENCY',
    rule: 'a whole number from 1 to 100',
    fallback: '8',
    meaning:
      'How many runs of the agent a server process has concurrently, at most three for one account. Up to 100 wait in a queue, 10 of one account.',
    without: 'Nothing.',
    example: '4',
    schema: () => wholeNumber(1, 100),
  }),
} as const
