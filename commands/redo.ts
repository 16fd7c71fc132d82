import type { Command } from '../source/contracts/command.ts'

/** `/redo`: what `/undo turn` took out stands there again. */
const redo: Command = {
  name: 'redo',
  group: 'back',
  examples: ['/redo'],
  usage: '',
  summary: 'bring back the turn that `/undo turn` took out',
  worksDownTo: 3,
  help: 'As long as nothing was said since; several, the last one first.',
  run: (input, { talk }) =>
    input === ''
      ? talk.bringBack()
      : { ok: false, text: `\`/redo ${input}\` is not known; it takes nothing behind it.`, data: null },
}

export default redo
