import type { Command } from '../source/contracts/command.ts'

/** `/memory`: what the program takes of memory and disk. */
const memory: Command = {
  name: 'memory',
  usage: '',
  summary: 'show memory, KV cache and disk use',
  worksDownTo: 3,
  run: async (_input, context) => {
    const use = await context.memoryUse()
    const text = [
      `program  ${megabytes(use.processBytes)}`,
      `engine   ${megabytes(use.engineBytes)}`,
      `talk     ${use.talkTokens} of ${use.talkWindow} tokens in the KV cache`,
      `call     window of ${use.callWindow} tokens`,
      `states   ${megabytes(use.statesBytes)} of ${megabytes(use.statesBudgetBytes)} on disk`,
      `models   ${megabytes(use.modelsBytes)} on disk`,
    ].join('\n')
    return { ok: true, text, data: { ...use } }
  },
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`
}

export default memory
