import { expect, test } from 'vitest'
import { withCapabilities } from '#testing/asking.ts'
import { forOneServer } from '#testing/server.ts'
import { propose } from '../fixtures/propose.ts'

forOneServer((server) => {
  test('lists what was proposed for the caller only, newest first, with the exact arguments', async () => {
    const ada = await server().account()
    const eve = await withCapabilities(await server().account())
    const first = await propose(server(), ada)
    const { id } = await propose(server(), ada, { args: { title: 'x', when: { days: [1] } }, run: 'run_2' })
    const caller = await withCapabilities(ada)
    const listed = await caller.ok('agent.approvals', {})
    expect(listed).toMatchObject({
      total: 2,
      items: [
        {
          ...{
            id,
            status: 'pending',
            state: 'pending',
            method: 'notes.delete',
            caller: 'agent',
            run: 'run_2',
            cost_credits: 0,
          },
          arguments: [
            { name: 'title', value: 'x' },
            { name: 'when', value: '{"days":[1]}' },
          ],
          reason: 'The agent wants to call notes.delete. Text by others was read.',
        },
        { id: first.id },
      ],
    })
    expect(await caller.ok('agent.approvals', { status: 'denied' })).toMatchObject({ total: 0, items: [] })
    expect(await eve.ok('agent.approvals', {})).toMatchObject({ total: 0 })
    expect(await caller.ok('agent.approvals', { run: 'run_2' })).toMatchObject({ total: 1, items: [{ id }] })
    expect(await eve.ok('agent.approvals', { run: 'run_2' })).toMatchObject({ total: 0 })
    expect(await caller.ok('agent.approvals', { method: 'notes.delete' })).toMatchObject({ total: 2 })
    expect(await caller.ok('agent.approvals', { method: 'notes.add' })).toMatchObject({ total: 0, items: [] })
  })
})
