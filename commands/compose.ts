import type { Command } from '../source/contracts/command.ts'

const MOST = 20

/** `/compose`: what was just done, as one tool. */
const compose: Command = {
  name: 'compose',
  group: 'tools',
  examples: ['/compose last 2 weekly_note'],
  usage: '[last] N NAME',
  summary: 'make a composite of the last N calls',
  worksDownTo: 2,
  help: [
    'The last N calls of this conversation that went well become the steps of `composites/NAME.yaml` in the home.',
    'A value that an earlier step gave is taken from there, another one that you said becomes an argument; the rest stays as it was.',
    'The file is shown and can be changed; `/composite` has what else there is to do with it.',
  ].join('\n'),
  run: (input, { composites }) => {
    const [, count = '', name = ''] = /^(?:last\s+)?(\d+)\s+(\S+)$/.exec(input.trim()) ?? []
    const calls = Number(count)
    if (count === '' || calls < 1 || calls > MOST)
      return {
        ok: false,
        text: `\`/compose ${input}\` is not known; it takes \`last N NAME\` with N from 1 to ${MOST}.`,
        data: null,
      }
    return composites.record(calls, name)
  },
}

export default compose
