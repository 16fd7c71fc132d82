import { join } from 'node:path'
import { openStartupPrompt } from '../../../source/home/lent/startup-prompt.ts'
import { assertLast, lastDone, type Writer } from './harness.ts'

const promptOf = (folder: string) => openStartupPrompt(join(folder, 'startup-prompt.md'))

export const writer: Writer = {
  write: async (folder, run, tell) => {
    const prompt = promptOf(folder)
    for (let step = 0; ; step++) {
      const text = `Text ${run}.${step}${' and more'.repeat(step % 50)}`
      tell(`! prompt ${text}`)
      prompt.update(text)
      tell(`prompt ${text}`)
    }
  },
  check: async (folder, told) => {
    const last = lastDone(told).get('prompt')
    if (last?.done !== undefined) assertLast('prompt', promptOf(folder).read(), last)
    return told.flat().length
  },
}
