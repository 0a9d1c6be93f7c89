import { ownedRows } from '#runtime/store/owned-rows.ts'
import { statement } from '#runtime/store/statement.ts'

/** A row of `agents`. */
export interface AgentRow {
  id: string
  name: string
  instructions: string
  all_services: boolean | number
  services: string
  created_at: number | string
  updated_at: number | string
}

/** A row of `agent_threads`. */
export interface ThreadRow {
  id: string
  owner: string
  agent_id: string | null
  agent_name: string | null
  title: string
  has_foreign_text: boolean | number
  message_count: number
  busy_run: string | null
  busy_until: number | string | null
  created_at: number | string
  updated_at: number | string
}

/** A row of `agent_messages`. */
export interface MessageRow {
  id: string
  thread: string
  role: 'owner' | 'agent'
  text: string
  calls: string
  cost_credits: number
  created_at: number | string
}

const agentColumns = ['id', 'name', 'instructions', 'all_services', 'services', 'created_at', 'updated_at']
const threadColumns = [
  'id',
  'owner',
  'agent_id',
  'agent_name',
  'title',
  'has_foreign_text',
  'message_count',
  'busy_run',
  'busy_until',
  'created_at',
  'updated_at',
]
const messageColumns = ['id', 'thread', 'role', 'text', 'calls', 'cost_credits', 'created_at']

type NewAgent = {
  id: string
  owner: string
  name: string
  instructions: string
  all_services: boolean
  services: string
  now: number
}

const ownedAgents = ownedRows<AgentRow>('agents', agentColumns)
export const { find: findAgent, delete: deleteAgent } = ownedAgents
export const insertAgent = ownedAgents.insert<NewAgent>(['name', 'instructions', 'all_services', 'services'])
export const updateAgent = ownedAgents.update<NewAgent>((_, param) => ({
  name: param('name'),
  instructions: param('instructions'),
  all_services: param('all_services'),
  services: param('services'),
  updated_at: param('now'),
}))

export const agentByName = statement<{ owner: string; name: string }>((sql, param) =>
  sql('agents')
    .select(agentColumns)
    .where({ owner: param('owner'), name: param('name') }),
)

export const agentsOf = statement<{ owner: string; limit: number }>((sql, param) =>
  sql('agents')
    .select(agentColumns)
    .where({ owner: param('owner') })
    .orderBy('name')
    .limit(param('limit') as never),
)

export const agentCount = statement<{ owner: string }>((sql, param) =>
  sql('agents')
    .where({ owner: param('owner') })
    .count({ total: '*' }),
)

type NewThread = {
  id: string
  owner: string
  agent_id: string | null
  agent_name: string | null
  title: string
  busy_run: string
  busy_until: number
  now: number
}

const ownedThreads = ownedRows<ThreadRow>('agent_threads', threadColumns)
export const { find: findThread, delete: deleteThread } = ownedThreads
export const insertThread = ownedThreads.insert<NewThread>(
  ['agent_id', 'agent_name', 'title', 'busy_run', 'busy_until'],
  { values: () => ({ has_foreign_text: false, message_count: 0 }) },
)

/** Reserves a thread for a run, unless another run holds its lease. */
export const reserveThread = statement<{ id: string; owner: string; run: string; until: number; now: number }>(
  (sql, param) =>
    sql('agent_threads')
      .where({ id: param('id'), owner: param('owner') })
      .where((free) => free.whereNull('busy_until').orWhere('busy_until', '<=', param('now')))
      .update({ busy_run: param('run'), busy_until: param('until') }),
)

export const renewLease = statement<{ id: string; run: string; until: number }>((sql, param) =>
  sql('agent_threads')
    .where({ id: param('id'), busy_run: param('run') })
    .update({ busy_until: param('until') }),
)

/** Ends the run in a thread. */
export const releaseThread = statement<{ id: string; run: string; messages: number; now: number; foreign: boolean }>(
  (sql, param) =>
    sql('agent_threads')
      .where({ id: param('id'), busy_run: param('run') })
      .update({
        busy_run: null,
        busy_until: null,
        message_count: param('messages'),
        updated_at: param('now'),
        has_foreign_text: param('foreign'),
      }),
)

/** Threads of an account, the latest first. */
export const threadsOf = statement<{ owner: string; limit: number }>((sql, param) =>
  sql('agent_threads')
    .select(threadColumns)
    .where({ owner: param('owner') })
    .orderByRaw('updated_at desc, id desc')
    .limit(param('limit') as never),
)

/** Threads of one account. Beyond them the oldest are deleted. */
export const maxThreads = 500

/** Deletes the threads beyond `maxThreads`. */
export const deleteOldestThreads = statement<{ owner: string }>((sql, param) =>
  sql.raw(
    `delete from agent_threads where id in (select id from agent_threads where owner = ?
     order by updated_at desc, id desc limit 1000 offset ${maxThreads})`,
    [param('owner')],
  ),
)

type NewMessage = {
  id: string
  owner: string
  thread: string
  role: string
  text: string
  calls: string
  cost_credits: number
  now: number
}

const ownedMessages = ownedRows<MessageRow>('agent_messages', messageColumns)
export const { delete: deleteMessage } = ownedMessages
export const insertMessage = ownedMessages.insert<NewMessage>(['thread', 'role', 'text', 'calls', 'cost_credits'])

/** The latest messages of a thread, the latest first. */
export const latestMessages = statement<{ thread: string; owner: string; limit: number }>((sql, param) =>
  sql('agent_messages')
    .select(messageColumns)
    .where({ thread: param('thread'), owner: param('owner') })
    .orderBy('id', 'desc')
    .limit(param('limit') as never),
)
