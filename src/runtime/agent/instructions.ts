import type { DataMarks } from './data-marks.ts'
import type { Toolset } from './tools.ts'
import type { AgentCaller, NamedAgent } from './types.ts'

interface InstructionOptions {
  readonly caller: AgentCaller
  readonly agent: NamedAgent | undefined
  readonly toolset: Toolset
  readonly marks: DataMarks
  /** Epoch milliseconds. */
  readonly now: number
}

/** The instructions before a conversation. They are all written by this server or by the agent's owner. */
export function instructionsFor({ caller, agent, toolset, marks, now }: InstructionOptions): string {
  const { services, isSearched } = toolset
  const parts = [
    `You are ${agent ? `the agent "${agent.name}"` : 'the agent'} of ${caller.account.username} on this server. Do what they ask with your tools, then answer in the language of their request, briefly and in plain text or Markdown. The time is ${new Date(now).toISOString()}.`,
    toolsSentence(services, isSearched),
    'Say only what you know or what a tool returned. Say what you did and what failed. Never claim that something was done unless its tool succeeded. If a call was refused, do not try to achieve the same in another way.',
    marks.rule,
  ]
  if (agent && agent.instructions.trim() !== '') {
    parts.push(`Special instructions from ${caller.account.username}:\n${agent.instructions}`)
  }
  return parts.join('\n\n')
}

function toolsSentence(services: readonly string[], isSearched: boolean): string {
  if (services.length === 0) return 'You have no tools. Answer from what you know.'
  if (!isSearched) return 'Each tool is a method of a service of this server.'
  return `You use the services of this server through three tools: find a tool with find_tools, read its arguments with describe_tool, and call it with call_tool. The services are: ${services.join(', ')}.`
}
