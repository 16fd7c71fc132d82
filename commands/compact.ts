import type { Command } from '../source/contracts/command.ts'

const LONGEST_WISH = 400

/** `/compact`: a summary in the place of all but the last two turns. */
const compact: Command = {
  name: 'compact',
  usage: '[WHAT TO KEEP]',
  summary: 'sum up the older turns to make room',
  worksDownTo: 3,
  needsModel: true,
  help: 'The last two turns stay. If no summary with content comes of it, the older turns are dropped, and you are told which.',
  run: async (input, context) => {
    if (context.engine === undefined)
      return { ok: false, text: context.view.modelReason ?? 'No model is loaded.', data: null }
    if (input.length > LONGEST_WISH)
      return {
        ok: false,
        text: `\`/compact\` takes at most ${LONGEST_WISH} characters of what to keep, not ${input.length}.`,
        data: null,
      }
    return context.compact(input)
  },
}

export default compact
