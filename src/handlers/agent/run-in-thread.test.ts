import { expect, test } from 'vitest'
import type { AgentRun } from '#runtime/agent/types.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { AgentDeps } from './index.ts'
import { runInThread } from './run-in-thread.ts'

test('a run that waits for an approval goes on with the scopes of its access token alone', async () => {
  const account = { id: 'account_1', username: 'ada' }
  const grant = { tokenId: 'token_1', isNarrowed: true, scopes: new Set(['agent:write', 'notes:read']) }
  const runs: AgentRun[] = []
  const deps = {
    agent: {
      require() {},
      async run(run: AgentRun) {
        runs.push(run)
        return { text: 'Done.', calls: [], costCredits: 0 }
      },
    },
    threads: { begin: async () => ({ id: 'thread_1', prompt: {}, messages: [], complete: async () => undefined }) },
    approvals: { forget: async () => undefined },
  } as unknown as AgentDeps
  const caller = { kind: 'account', via: 'token', account, grant }
  const context = { account, caller, progress() {} } as unknown as Context
  await runInThread(deps, context, { prompt: 'Tidy up.', thread: undefined, agent: undefined, choices: undefined })
  expect(runs[0]?.resumption?.data).toMatchObject({ token: 'token_1 agent:write notes:read' })
})
