import { defineTool } from '../../source/contracts/tool.ts'
import { readMachine } from '../../source/toolkit/machine.ts'
import { count } from '../../source/toolkit/plain-words.ts'

type Answer = {
  /** Empty where the system hides it. */
  readonly processor: string
  readonly cores: number
  /** In GB of 1024³ bytes. */
  readonly memoryGb: number
  readonly freeMemoryGb: number
  /** e.g. `linux x64`. */
  readonly platform: string
  readonly node: string
  /** null: no model is loaded. */
  readonly model: string | null
  /** Tokens that a conversation may have; null without a model. */
  readonly contextTokens: number | null
  /** Enabled tools by name. */
  readonly tools: readonly string[]
}

export default defineTool<Record<string, never>, Answer>({
  name: 'system_capabilities',
  description: 'What this machine and program can do: processor, memory, model, tools',
  parameters: { type: 'object', properties: {}, required: [] },
  risk: 'read',
  run(_, { program }) {
    return {
      ...readMachine(),
      model: program.model ?? null,
      contextTokens: program.contextTokens ?? null,
      tools: [...program.toolsEnabled],
    }
  },
  say(result) {
    const processor = result.processor === '' ? '' : `${result.processor} with `
    const machine = `${processor}${count(result.cores, 'core', 'cores')}, ${result.memoryGb} GB of memory (${result.freeMemoryGb} GB free)`
    const window = result.contextTokens === null ? '' : ` with a window of ${result.contextTokens} tokens`
    const model = result.model === null ? 'no model is loaded' : `the model is ${result.model}${window}`
    const tools = `${count(result.tools.length, 'tool is', 'tools are')} enabled`
    const listed = result.tools.length === 0 ? '' : ' (`/tools list` tells what each does)'
    const sentence = `${tools}${listed}; ${model}; this machine has ${machine} and runs ${result.platform}.`
    const key = [[`${result.tools.length} tool`, `${result.cores} core`, String(result.memoryGb)]]
    return result.tools.length === 0
      ? { sentence, key }
      : { sentence, detail: `Tools: ${result.tools.join(', ')}`, key }
  },
})
