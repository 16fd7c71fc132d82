import type { Command } from '../source/contracts/command.ts'

/** `/retry`: the last message once more, in its own place. */
const retry: Command = {
  name: 'retry',
  group: 'back',
  examples: ['/retry'],
  usage: '',
  summary: 'send your last message again, in its own place',
  worksDownTo: 3,
  help: [
    'The turn that it was leaves the conversation (it stays on disk as a branch). Where nothing was learned since that makes',
    'another turn of it, it is sent with another seed and at least temperature 0.5. A tool that it calls is called again.',
  ].join('\n'),
  run: (input, { talk }) =>
    input === ''
      ? talk.retry()
      : { ok: false, text: `\`/retry ${input}\` is not known; it takes nothing behind it.`, data: null },
}

export default retry
