import type { Command } from '../source/contracts/command.ts'

/** `/good`: the last turn did right and is kept as a case. */
const good: Command = {
  name: 'good',
  group: 'memory',
  examples: ['/good'],
  usage: '',
  summary: 'keep the last turn as an example of what is right',
  worksDownTo: 2,
  help: '`/bad TOOL` says the contrary; `/teach` lists what was taught.',
  run: (input, { teaching }) => {
    if (input !== '')
      return { ok: false, text: `\`/good\` takes nothing behind it, not \`${input}\`.`, data: null }
    const { ok, text, taught } = teaching.good()
    return { ok, text, data: taught ? { ...taught } : null }
  },
}

export default good
