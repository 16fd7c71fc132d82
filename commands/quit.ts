import type { Command } from '../source/contracts/command.ts'

/** `/quit`: ends the session. */
const quit: Command = {
  name: 'quit',
  group: 'program',
  examples: ['/quit'],
  usage: '',
  summary: 'end the program',
  worksDownTo: 4,
  run: (_input, context) => {
    context.quit()
    return { ok: true, text: '', data: null }
  },
}

export default quit
