import { type Command, refusal } from '../source/contracts/command.ts'

/** `/clear`: a new conversation; nothing on disk changes. */
const clear: Command = {
  name: 'clear',
  group: 'conversations',
  examples: ['/clear'],
  usage: '',
  summary: 'begin a new conversation (memory and files stay)',
  worksDownTo: 3,
  run: (input, context) => {
    if (input !== '') return refusal(`\`/clear\` takes nothing behind it, not \`${input}\`.`)
    context.clear()
    return { ok: true, text: 'The conversation is empty.', data: null }
  },
}

export default clear
