import type { Command } from '../source/contracts/command.ts'

/** `/clear`: a new conversation; nothing on disk changes. */
const clear: Command = {
  name: 'clear',
  group: 'conversations',
  examples: ['/clear'],
  usage: '',
  summary: 'begin a new conversation (memory and files stay)',
  worksDownTo: 3,
  run: (_input, context) => {
    context.clear()
    return { ok: true, text: 'The conversation is empty.', data: null }
  },
}

export default clear
