import { setting, wholeNumber } from '../base/setting.ts'

/** Settings of runs of the agent. */
export const agentSettings = {
  agentTimeoutMs: setting({
    name: 'AGENT_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 300',
    fallback: '300',
    meaning:
      'The number of seconds that a run of the agent may take, not counting its time in the queue before it starts. After that, the agent returns its answer so far and states that it is incomplete.',
    without: 'Nothing.',
    example: '120',
    schema: () => wholeNumber(1, 300).transform((seconds) => seconds * 1000),
  }),
  agentCalls: setting({
    name: 'AGENT_CALLS',
    rule: 'a whole number from 1 to 40',
    fallback: '40',
    meaning:
      'The number of calls that a run of the agent may make. After that, the agent returns its answer so far and states that it is incomplete.',
    without: 'Nothing.',
    example: '20',
    schema: () => wholeNumber(1, 40),
  }),
  agentConcurrency: setting({
    name: 'AGENT_CONCURRENCY',
    rule: 'a whole number from 1 to 100',
    fallback: '8',
    meaning:
      'The maximum number of concurrent runs of the agent in one server process, at most three of them for one account. Accounts without a run in progress get a place before those that have one, and between two responses of the model, runs of other accounts go first. Up to 100 runs wait in a queue, at most 10 of them for one account.',
    without: 'Nothing.',
    example: '4',
    schema: () => wholeNumber(1, 100),
  }),
} as const
