import { type Command, refusal } from '../source/contracts/command.ts'

/** `/warm`: makes every context state now. */
const warm: Command = {
  name: 'warm',
  group: 'model',
  examples: ['/warm'],
  usage: '',
  summary: "make every tool's context state now",
  worksDownTo: 2,
  needsModel: true,
  run: async (input, context) => {
    if (input !== '') return refusal(`\`/warm\` takes nothing behind it, not \`${input}\`.`)
    if (context.engine === undefined)
      return { ok: false, text: context.view.modelReason ?? 'No model is loaded.', data: null }
    let made = 0
    const left = await context.warm((done) => {
      made = done
    })
    const ready = `${made} context states are ready.`
    const more = left.length === 1 ? 'One more does' : `${left.length} more do`
    const full = `${more} not fit into what states may take on disk; \`/settings statesBudgetMb\` shows and changes it, from the next start on.`
    const text = left.length === 0 ? ready : `${ready} ${full}`
    return { ok: true, text, data: { states: made, left: left.length } }
  },
}

export default warm
