import type { Command } from '../source/contracts/command.ts'

/** `/btw`: a question beside the conversation. */
const btw: Command = {
  name: 'btw',
  group: 'talk',
  examples: ['/btw what does idle mean'],
  usage: 'TEXT',
  summary: 'ask something beside the conversation',
  worksDownTo: 3,
  help: [
    'The model knows the conversation when it answers, and nothing of question and answer stays in it. Tools are called as ever; what they',
    'do is done. On disk the turn is kept.',
  ].join('\n'),
  run: (input, { talk }) =>
    input === ''
      ? { ok: false, text: '`/btw` needs a question behind it, e.g. `/btw what does idle mean`.', data: null }
      : talk.aside(input),
}

export default btw
