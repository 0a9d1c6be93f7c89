import { afterAll, afterEach } from 'vitest'
import { type ModelApi, type ModelProvider, type Scripted, startModelProvider } from './model-provider/index.ts'
import type { TestAccount, TestCaller } from './server.ts'

/** A provider of models for the tests of one file, and the settings of a server whose agent uses it. */
export async function modelsOfAgent(
  api: ModelApi = 'openai',
): Promise<{ provider: ModelProvider; settings: Record<string, string> }> {
  const provider = await startModelProvider()
  afterAll(() => provider.stop())
  afterEach(() => provider.idle())
  return { provider, settings: provider.settings(api) }
}

/** A caller by a token for the agent and other parts of the product. */
export function withCapabilities(
  account: TestAccount,
  capabilities: readonly string[] = ['agent'],
): Promise<TestCaller> {
  return account.withToken({ scope: { capabilities }, actions: true })
}

/** An answer that calls methods, by the tool that calls others. */
export function calling(...calls: readonly (readonly [method: string, args: object])[]): Scripted {
  return {
    tools: calls.map(([method, args]) => ({
      name: 'call_tool',
      input: { name: method.replace('.', '_'), arguments: args },
    })),
  }
}
