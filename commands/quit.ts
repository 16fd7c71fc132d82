import { type Command, refusal } from '../source/contracts/command.ts'

/** `/quit`: ends the session. */
const quit: Command = {
  name: 'quit',
  group: 'program',
  examples: ['/quit'],
  usage: '',
  summary: 'end the program',
  worksDownTo: 4,
  run: (input, context) => {
    if (input !== '') return refusal(`\`/quit\` takes nothing behind it, not \`${input}\`.`)
    context.quit()
    return { ok: true, text: '', data: null }
  },
}

export default quit
