import type { Command } from '../source/contracts/command.ts'

/** `/warm`: makes every context state now. */
const warm: Command = {
  name: 'warm',
  usage: '',
  summary: "make every tool's context state now",
  worksDownTo: 2,
  needsModel: true,
  run: async (_input, context) => {
    if (context.engine === undefined)
      return { ok: false, text: context.view.modelReason ?? 'No model is loaded.', data: null }
    let made = 0
    await context.warm((done) => {
      made = done
    })
    return { ok: true, text: `${made} context states are ready.`, data: { states: made } }
  },
}

export default warm
