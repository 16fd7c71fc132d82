import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { refuseSecret } from '../../source/toolkit/secret.ts'
import { diffTexts } from '../../source/toolkit/text-diff.ts'

type Arguments = { readonly prompt_text: string }

type Updated = { readonly text: string; readonly outcome: 'changed' | 'same' }

export default defineTool<Arguments, Updated>({
  name: 'startup_prompt_update',
  description: 'Change the prompt (the instructions) that is loaded at every start',
  parameters: {
    type: 'object',
    properties: {
      prompt_text: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-looks': 'quoted',
        'x-behind': String.raw`^[^:"']{0,160}\p{L}:\s+`,
        description: "the new prompt, whole, in the user's words",
      },
    },
    required: ['prompt_text'],
  },
  risk: 'write',
  holdsPreview: true,
  preview(args, context) {
    const { text, before } = plan(args, context)
    return diffTexts('startup prompt', before === '' ? undefined : before, text)
  },
  run(args, context) {
    const { prompt, text, before } = plan(args, context)
    if (before === text) return { text, outcome: 'same' }
    prompt.update(text)
    return { text, outcome: 'changed' }
  },
  say({ text, outcome }) {
    const shown = visible(text)
    const start = `The startup prompt is ${outcome === 'same' ? 'already' : 'now'}:`
    return shown.includes('\n') ? { sentence: start, detail: shown } : { sentence: `${start} ${shown}` }
  },
})

function plan({ prompt_text }: Arguments, context: ToolContext) {
  const prompt = context.services.startupPrompt
  if (prompt === undefined)
    throw new ToolFailure('no_prompt', 'The startup prompt cannot be changed here: no home keeps one.')
  refuseSecret(context, 'A startup prompt')
  const text = prompt_text.replaceAll('\r\n', '\n').trim()
  if (text === '')
    throw new ToolFailure(
      'no_text',
      'There is no text for the startup prompt; `/startup reset` takes it away.',
    )
  const fault = prompt.findFault(text)
  if (fault !== undefined) throw new ToolFailure('bad_prompt', fault)
  return { prompt, text, before: prompt.read() }
}
