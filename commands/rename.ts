import type { Command } from '../source/contracts/command.ts'

/** `/rename`: a name for the conversation. */
const rename: Command = {
  name: 'rename',
  group: 'conversations',
  examples: ['/rename harbour plans'],
  usage: 'TEXT',
  summary: 'give this conversation a name',
  worksDownTo: 3,
  help: '`/sessions` lists it under this name instead of its first message.',
  run: (input, { conversations }) =>
    input === ''
      ? { ok: false, text: '`/rename` takes the name, e.g. `/rename the boat`.', data: null }
      : conversations.rename(input),
}

export default rename
