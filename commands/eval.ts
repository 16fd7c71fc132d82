import type { Command } from '../source/contracts/command.ts'

/** `/eval`: the tools' own tests on the loaded model, beside the conversation. */
const evaluation: Command = {
  name: 'eval',
  usage: '[--quick N] [--tools NAME,NAME]',
  summary: "run the tools' own tests on this model, beside the conversation",
  worksDownTo: 2,
  needsModel: true,
  help: '`--quick N` takes N of them, `--tools` those of some tools (`none`: those that need none). The conversation stays. `ethervox eval` measures more.',
  run: async (input, context) => {
    const words = input.split(/\s+/).filter(Boolean)
    const choice: { quick?: number; tools?: readonly string[] } = {}
    for (let at = 0; at < words.length; at += 2) {
      const [option, value] = [words[at], words[at + 1]]
      const number = Number(value)
      if (option === '--quick' && Number.isInteger(number) && number > 0) choice.quick = number
      else if (option === '--tools' && value !== undefined) choice.tools = value.split(',')
      else
        return {
          ok: false,
          text: `\`/eval ${input}\` is not known; it takes ${evaluation.usage}.`,
          data: null,
        }
    }
    if (context.engine === undefined)
      return { ok: false, text: context.view.modelReason ?? 'No model is loaded.', data: null }
    return context.evaluate(choice)
  },
}

export default evaluation
